import { Button } from '@mantine/core'
import { RichText } from '../../languages/use-text.tsx'
import { Notice } from '../feedback/notice.tsx'

/** Says that the fields show what was typed before, with a button that clears them. */
export function RestoredNotice({ onClear }: { onClear: () => void }) {
  return (
    <Notice kind="info">
      <RichText
        id="drafts.restored"
        fill={{
          clear: (content) => (
            <Button variant="subtle" px={0} my={-10} onClick={onClear}>
              {content}
            </Button>
          ),
        }}
      />
    </Notice>
  )
}
