import { paths } from '@petsetu/contract/paths.ts'
import { useText } from '../../languages/use-text.tsx'
import styles from './legal-links.module.css'

/** Links to the legal pages, in every footer. They are plain links, because the server renders those pages. */
export function LegalLinks() {
  const text = useText()
  return (
    <nav aria-label={text('frame.legal')}>
      <ul className={styles.links}>
        <li>
          <a href={paths.privacy.to({})}>{text('frame.privacy')}</a>
        </li>
        <li>
          <a href={paths.terms.to({})}>{text('frame.terms')}</a>
        </li>
        <li>
          <a href={paths.refunds.to({})}>{text('frame.refunds')}</a>
        </li>
        <li>
          <a href={paths.contact.to({})}>{text('frame.contactUs')}</a>
        </li>
      </ul>
    </nav>
  )
}
