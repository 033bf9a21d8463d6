import catalogues from 'catalogues:member'
import { hydrate } from '../../../entry-public.tsx'
import { MemberPage } from './member-page.tsx'

hydrate(catalogues, (page, site) => page.name === 'member' && <MemberPage member={page.member} site={site} />)
