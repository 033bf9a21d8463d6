import { hydrateForm } from '../../entry-form.tsx'
import { PrivacyRequestPage } from './privacy-request-page.tsx'

// Written out, because the build makes a file of each import. The server names the same files in the page's head.
const CATALOGUES = {
  en: () => import('catalogue:en/privacyRequest'),
  hi: () => import('catalogue:hi/privacyRequest'),
  mr: () => import('catalogue:mr/privacyRequest'),
}

hydrateForm(CATALOGUES, (page) => page.name === 'privacyRequest' && <PrivacyRequestPage view={page.view} />)
