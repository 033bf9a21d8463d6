import { hydrate } from '../../../entry-public.tsx'
import { FinderPage } from './finder-page.tsx'

// Written out, because the build makes a file of each import. The server names the same files in the page's head.
const CATALOGUES = {
  en: () => import('catalogue:en/finder'),
  hi: () => import('catalogue:hi/finder'),
  mr: () => import('catalogue:mr/finder'),
}

hydrate(CATALOGUES, (page, site) => page.name === 'finder' && <FinderPage view={page.view} site={site} />)
