import { Button, Group } from '@mantine/core'
import { useText } from '../../languages/use-text.tsx'
import { Notice } from '../feedback/notice.tsx'
import { restoreFocus } from '../feedback/restore-focus.ts'
import { Typed } from '../layout/panel.tsx'

type Props = {
  /** Says why it cannot be sent any more. */
  message: string
  written: string
  takesFocus?: boolean
  onDelete: () => void
}

/** Shows what somebody has written and can no longer send, so that it can be copied, until they delete it. */
export function UnsentText({ message, written, takesFocus = false, onDelete }: Props) {
  const text = useText()
  return (
    <>
      <Notice kind="failed" takesFocus={takesFocus}>
        {message}
      </Notice>
      <Typed>{written}</Typed>
      <Group>
        <Button
          variant="default"
          onClick={() => {
            onDelete()
            restoreFocus()
          }}
        >
          {text('controls.delete')}
        </Button>
      </Group>
    </>
  )
}
