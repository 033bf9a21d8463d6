import { hydrate } from '../../../entry-public.tsx'
import { MemberPage } from './member-page.tsx'

// Written out, because the build makes a file of each import. The server names the same files in the page's head.
const CATALOGUES = {
  en: () => import('catalogue:en/member'),
  hi: () => import('catalogue:hi/member'),
  mr: () => import('catalogue:mr/member'),
}

hydrate(CATALOGUES, (page) => page.name === 'member' && <MemberPage member={page.member} />)
