import { hydrate } from '../../../entry-public.tsx'
import { StreetPage } from './street-page.tsx'

// Written out, because the build makes a file of each import. The server names the same files in the page's head.
const CATALOGUES = {
  en: () => import('catalogue:en/community'),
  hi: () => import('catalogue:hi/community'),
  mr: () => import('catalogue:mr/community'),
}

hydrate(
  CATALOGUES,
  (page, site) =>
    page.name === 'community' && (
      <StreetPage animal={page.animal} areas={page.areas} isSeen={page.isSeen} site={site} />
    ),
)
