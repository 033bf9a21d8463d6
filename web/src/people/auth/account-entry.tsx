import { hydrateForm } from '../../entry-form.tsx'
import { AccountPages } from './account-pages.tsx'

// Written out, because the build makes a file of each import. The server names the same files in the page's head.
const CATALOGUES = {
  en: () => import('catalogue:en/account'),
  hi: () => import('catalogue:hi/account'),
  mr: () => import('catalogue:mr/account'),
}

hydrateForm(CATALOGUES, (page) => page.name === 'account' && <AccountPages view={page.view} />)
