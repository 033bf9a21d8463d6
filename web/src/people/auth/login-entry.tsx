import { hydrateForm } from '../../entry-form.tsx'
import { LoginPage } from './login-page.tsx'

// Written out, because the build makes a file of each import. The server names the same files in the page's head.
const CATALOGUES = {
  en: () => import('catalogue:en/login'),
  hi: () => import('catalogue:hi/login'),
  mr: () => import('catalogue:mr/login'),
}

hydrateForm(CATALOGUES, (page) => page.name === 'login' && <LoginPage view={page.view} />)
