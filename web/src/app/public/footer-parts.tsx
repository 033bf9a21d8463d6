import { today } from '@petsetu/contract/platform/dates.ts'
import type { Site } from '@petsetu/contract/site/site.ts'
import { visitorPaths } from '@petsetu/contract/visitor-paths.ts'
import { useText } from '../../platform/languages/use-text.tsx'
import styles from './footer-parts.module.css'

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

type Props = { site: Site; year?: string | undefined }

/** Names the owner and the builder of the site: the last lines of every footer, which lays them out. */
export function Credits({ site, year = today().slice(0, 4) }: Props) {
  const text = useText()
  return (
    <div>
      {/* The year may change between the server's rendering and the hydration. */}
      <p suppressHydrationWarning>{text('frame.rights', { year, foundation: site.foundationName })}</p>
      <p>{site.developerCredit}</p>
    </div>
  )
}
