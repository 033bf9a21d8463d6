import { RichText } from '../../languages/use-text.tsx'
import { Notice } from '../feedback/notice.tsx'
import { TextButton } from './text-button.tsx'

/** Says that the fields show what was typed before, with a button that clears them. The notice goes then, and the first field has the focus. */
export function RestoredNotice({ onClear }: { onClear: () => void }) {
  return (
    <Notice kind="info">
      <RichText
        id="drafts.restored"
        fill={{
          clear: (content) => (
            <TextButton
              onClick={(event) => {
                onClear()
                // The notice may stand above the only form of its page.
                ;(event.currentTarget.form ?? document).querySelector<HTMLElement>('[data-path]')?.focus()
              }}
            >
              {content}
            </TextButton>
          ),
        }}
      />
    </Notice>
  )
}
