import { hydrate } from '../../entry-public.tsx'
import { PetDetailPage } from './pet-detail-page.tsx'

// Written out, because the build makes a file of each import. The server names the same files in the page's head.
const CATALOGUES = {
  en: () => import('catalogue:en/petDetail'),
  hi: () => import('catalogue:hi/petDetail'),
  mr: () => import('catalogue:mr/petDetail'),
}

hydrate(CATALOGUES, (page, site) => page.name === 'petDetail' && <PetDetailPage tag={page.tag} site={site} />)
