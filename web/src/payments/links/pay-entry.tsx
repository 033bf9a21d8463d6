import { hydrate } from '../../entry-public.tsx'
import { PayPage } from './pay-page.tsx'

// Written out, because the build makes a file of each import. The server names the same files in the page's head.
const CATALOGUES = {
  en: () => import('catalogue:en/pay'),
  hi: () => import('catalogue:hi/pay'),
  mr: () => import('catalogue:mr/pay'),
}

hydrate(CATALOGUES, (page, site) => page.name === 'pay' && <PayPage view={page.view} site={site} />)
