import catalogues from 'catalogues:home'
import { hydrate } from '../../entry-public.tsx'
import { HomePage } from './home-page.tsx'

hydrate(catalogues, (page, site) => page.name === 'home' && <HomePage facts={page} site={site} />)
