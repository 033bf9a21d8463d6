import { hydrateForm } from '../../../entry-form.tsx'
import { DonatePage } from './donate-page.tsx'

// Written out, because the build makes a file of each import. The server names the same files in the page's head.
const CATALOGUES = {
  en: () => import('catalogue:en/donate'),
  hi: () => import('catalogue:hi/donate'),
  mr: () => import('catalogue:mr/donate'),
}

hydrateForm(CATALOGUES, (page, site) => page.name === 'donate' && <DonatePage site={site} />)
