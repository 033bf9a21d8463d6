import catalogues from 'catalogues:preferences'
import { hydrate } from '../../../entry-public.tsx'
import { PreferencesPage } from './preferences-page.tsx'

hydrate(catalogues, (page) => page.name === 'preferences' && <PreferencesPage view={page.view} />)
