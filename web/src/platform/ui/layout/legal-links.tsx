import { visitorPaths } from '@petsetu/contract/visitor-paths.ts'
import { useText } from '../../languages/use-text.tsx'
import styles from './legal-links.module.css'

/** Links to the legal pages, in every footer. They are plain links, because the server renders those pages. */
export function LegalLinks() {
  const text = useText()
  return (
    <nav aria-label={text('frame.legal')}>
      <ul className={styles.links}>
        <li>
          <a href={visitorPaths.privacy.to({})}>{text('frame.privacy')}</a>
        </li>
        <li>
          <a href={visitorPaths.terms.to({})}>{text('frame.terms')}</a>
        </li>
        <li>
          <a href={visitorPaths.refunds.to({})}>{text('frame.refunds')}</a>
        </li>
        <li>
          <a href={visitorPaths.contact.to({})}>{text('frame.contactUs')}</a>
        </li>
      </ul>
    </nav>
  )
}
