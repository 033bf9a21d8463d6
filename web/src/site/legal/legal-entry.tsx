import { hydrate } from '../../entry-public.tsx'
import { LegalPage } from '../../shared/legal-page.tsx'

// Written out, because the build makes a file of each import. The texts of the page itself come with it.
const CATALOGUES = {
  en: () => import('catalogue:en/legal'),
  hi: () => import('catalogue:hi/legal'),
  mr: () => import('catalogue:mr/legal'),
}

hydrate(CATALOGUES, (page) => page.name === 'legal' && <LegalPage document={page.document} />)
