import { hydrate } from '../../entry-public.tsx'
import { FollowPage } from './follow-page.tsx'

// Written out, because the build makes a file of each import. The server names the same files in the page's head.
const CATALOGUES = {
  en: () => import('catalogue:en/follow'),
  hi: () => import('catalogue:hi/follow'),
  mr: () => import('catalogue:mr/follow'),
}

hydrate(CATALOGUES, (page) => page.name === 'follow' && <FollowPage view={page.view} />)
