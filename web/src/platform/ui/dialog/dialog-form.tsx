import { Button } from '@mantine/core'
import type { ReactNode, RefObject } from 'react'
import { useText } from '../../languages/use-text.tsx'
import { Notice } from '../feedback/notice.tsx'
import type { useSubmit } from '../form/use-submit.ts'
import classes from './dialog.module.css'
import type { DialogHandle } from './dialog.tsx'

type Props = Pick<ReturnType<typeof useSubmit>, 'formProps' | 'isBusy' | 'failure'> & {
  dialog: RefObject<DialogHandle | null>
  submitLabel: string
  isDangerous?: boolean
  /** The fields. */
  children: ReactNode
}

/** The form of a dialog, with a button that only closes it. */
export function DialogForm({ dialog, formProps, isBusy, failure, submitLabel, isDangerous, children }: Props) {
  const text = useText()
  return (
    <form {...formProps}>
      {children}
      {failure && <Notice kind="failed">{failure}</Notice>}
      <div className={classes.buttons}>
        <Button variant="default" onClick={() => dialog.current?.close()}>
          {text('controls.cancel')}
        </Button>
        <Button type="submit" {...(isDangerous && { color: 'heart' })} loading={isBusy}>
          {submitLabel}
        </Button>
      </div>
    </form>
  )
}
