import { hydrateForm } from '../../entry-form.tsx'
import { RegisterPage } from './register-page.tsx'

// Written out, because the build makes a file of each import. The server names the same files in the page's head.
const CATALOGUES = {
  en: () => import('catalogue:en/register'),
  hi: () => import('catalogue:hi/register'),
  mr: () => import('catalogue:mr/register'),
}

hydrateForm(CATALOGUES, (page) => page.name === 'register' && <RegisterPage view={page.view} />)
