import catalogues from 'catalogues:finder'
import { hydrate } from '../../../entry-public.tsx'
import { keepTyped } from '../../../platform/public-form/keep-typed.ts'
import { FinderPage } from './finder-page.tsx'

keepTyped()
hydrate(catalogues, (page, site) => page.name === 'finder' && <FinderPage view={page.view} site={site} />)
