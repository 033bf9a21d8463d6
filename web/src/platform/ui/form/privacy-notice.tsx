import { visitorPaths } from '@petsetu/contract/visitor-paths.ts'
import type { KeyIn } from '@petsetu/languages/translator.ts'
import { RichText } from '../../languages/use-text.tsx'

type NoticeId = `notice.${KeyIn<'notice'>}` | 'filingNotice.complaint' | `petNotice.${KeyIn<'petNotice'>}`

// No style sheet: the app's first script names every one, and must stay small.
const LOOK = { maxWidth: 'var(--line-length)', margin: 0, color: 'var(--soft-ink)' }

/** Beside a form: what is kept of it and why, and where to read more. What was typed stays behind the new tab. */
export function PrivacyNotice({ id }: { id: NoticeId }) {
  return (
    <p style={LOOK}>
      <RichText
        id={id}
        fill={{
          link: (content) => (
            <a href={visitorPaths.privacy.to({})} target="_blank" rel="noopener noreferrer">
              {content}
            </a>
          ),
        }}
      />
    </p>
  )
}
