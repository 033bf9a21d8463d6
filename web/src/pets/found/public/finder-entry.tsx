import catalogues from 'catalogues:finder'
import { hydrate } from '../../../entry-public.tsx'
import { FinderPage } from './finder-page.tsx'

hydrate(catalogues, (page, site) => page.name === 'finder' && <FinderPage view={page.view} site={site} />)
