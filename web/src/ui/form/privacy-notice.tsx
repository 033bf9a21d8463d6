import { paths } from '@petsetu/contract/paths.ts'
import { RichText } from '../../languages/use-text.tsx'
import styles from './privacy-notice.module.css'

type NoticeId = 'notice.signup' | 'notice.complaint' | 'notice.membership' | 'notice.found'

/** Beside a form: what is kept of it and why, and where to read more. What was typed stays behind the new tab. */
export function PrivacyNotice({ id }: { id: NoticeId }) {
  return (
    <p className={styles.notice}>
      <RichText
        id={id}
        fill={{
          link: (content) => (
            <a href={paths.privacy.to({})} target="_blank" rel="noopener noreferrer">
              {content}
            </a>
          ),
        }}
      />
    </p>
  )
}
