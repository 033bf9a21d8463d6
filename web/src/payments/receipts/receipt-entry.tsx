import catalogues from 'catalogues:receipt'
import { hydrate } from '../../entry-public.tsx'
import { ReceiptPage } from './receipt-page.tsx'

hydrate(catalogues, (page, site) => page.name === 'receipt' && <ReceiptPage view={page.view} site={site} />)
