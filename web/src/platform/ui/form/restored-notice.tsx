import { RichText } from '../../languages/use-text.tsx'
import { Notice } from '../feedback/notice.tsx'
import { TextButton } from './text-button.tsx'

/** Says that the fields show what was typed before, with a button that clears them. */
export function RestoredNotice({ onClear }: { onClear: () => void }) {
  return (
    <Notice kind="info">
      <RichText
        id="drafts.restored"
        fill={{
          clear: (content) => <TextButton onClick={onClear}>{content}</TextButton>,
        }}
      />
    </Notice>
  )
}
