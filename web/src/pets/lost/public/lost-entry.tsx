import { hydrate } from '../../../entry-public.tsx'
import { LostListPage } from './lost-list-page.tsx'

// Written out, because the build makes a file of each import. The server names the same files in the page's head.
const CATALOGUES = {
  en: () => import('catalogue:en/lost'),
  hi: () => import('catalogue:hi/lost'),
  mr: () => import('catalogue:mr/lost'),
}

hydrate(CATALOGUES, (page) => page.name === 'lost' && <LostListPage list={page.list} />)
