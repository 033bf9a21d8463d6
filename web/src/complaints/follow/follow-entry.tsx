import catalogues from 'catalogues:follow'
import { hydrate } from '../../entry-public.tsx'
import { FollowPage } from './follow-page.tsx'

hydrate(catalogues, (page) => page.name === 'follow' && <FollowPage view={page.view} />)
