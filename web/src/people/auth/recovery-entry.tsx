import { hydrateForm } from '../../entry-form.tsx'
import { RecoveryPages } from './recovery-pages.tsx'

// Written out, because the build makes a file of each import. The server names the same files in the page's head.
const CATALOGUES = {
  en: () => import('catalogue:en/recovery'),
  hi: () => import('catalogue:hi/recovery'),
  mr: () => import('catalogue:mr/recovery'),
}

hydrateForm(CATALOGUES, (page) => page.name === 'recovery' && <RecoveryPages view={page.view} />)
