import catalogues from 'catalogues:lost'
import { hydrate } from '../../../entry-public.tsx'
import { LostListPage } from './lost-list-page.tsx'

hydrate(catalogues, (page) => page.name === 'lost' && <LostListPage list={page.list} />)
