import catalogues from 'catalogues:pay'
import { hydrate } from '../../entry-public.tsx'
import { PayPage } from './pay-page.tsx'

hydrate(catalogues, (page, site) => page.name === 'pay' && <PayPage view={page.view} site={site} />)
