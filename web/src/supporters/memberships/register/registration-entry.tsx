import { hydrateForm } from '../../../entry-form.tsx'
import { RegistrationPage } from './registration-page.tsx'

// Written out, because the build makes a file of each import. The server names the same files in the page's head.
const CATALOGUES = {
  en: () => import('catalogue:en/membership'),
  hi: () => import('catalogue:hi/membership'),
  mr: () => import('catalogue:mr/membership'),
}

hydrateForm(
  CATALOGUES,
  (page, site) =>
    page.name === 'membership' && <RegistrationPage category={page.category} rendered={page.plans} site={site} />,
)
