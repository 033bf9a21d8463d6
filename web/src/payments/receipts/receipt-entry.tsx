import { hydrate } from '../../entry-public.tsx'
import { ReceiptPage } from './receipt-page.tsx'

// Written out, because the build makes a file of each import. The server names the same files in the page's head.
const CATALOGUES = {
  en: () => import('catalogue:en/receipt'),
  hi: () => import('catalogue:hi/receipt'),
  mr: () => import('catalogue:mr/receipt'),
}

hydrate(CATALOGUES, (page, site) => page.name === 'receipt' && <ReceiptPage view={page.view} site={site} />)
