import { hydrate } from '../../entry-public.tsx'
import { HomePage } from './home-page.tsx'

// Written out, because the build makes a file of each import. The server names the same files in the page's head.
const CATALOGUES = {
  en: () => import('catalogue:en/home'),
  hi: () => import('catalogue:hi/home'),
  mr: () => import('catalogue:mr/home'),
}

hydrate(CATALOGUES, (page, site) => page.name === 'home' && <HomePage facts={page} site={site} />)
