import { hydrateForm } from '../../entry-form.tsx'
import { ComplaintPage } from './complaint-page.tsx'

// Written out, because the build makes a file of each import. The server names the same files in the page's head.
const CATALOGUES = {
  en: () => import('catalogue:en/complaint'),
  hi: () => import('catalogue:hi/complaint'),
  mr: () => import('catalogue:mr/complaint'),
}

hydrateForm(
  CATALOGUES,
  (page, site) => page.name === 'complaint' && <ComplaintPage site={{ ...site, ...page.facts }} />,
)
