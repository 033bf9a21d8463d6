import { visitorPaths } from '@petsetu/contract/visitor-paths.ts'
import { RichText } from '../languages/use-text.tsx'
import styles from './public-form.module.css'

/** Says that the form cannot be sent, where its script does not come. The style sheet shows it after a while, until the page is live. */
export function LateScript() {
  return (
    <p className={`${styles.note} ${styles.late}`} data-kind="failed" role="status">
      <RichText
        id="withoutScript.formNeedsScript"
        fill={{ contact: (content) => <a href={visitorPaths.contact.to({})}>{content}</a> }}
      />
    </p>
  )
}
