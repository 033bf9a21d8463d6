import { PAGE_DATA_ID } from '@petsetu/contract/site/public-pages.ts'
import { hydrate } from '../../entry-public.tsx'
import { PetDetailPage } from './pet-detail-page.tsx'

// The form of a pet loads this file as well, to show the page beside it: a file of what both need would make this page heavier.
export { PetSections } from './pet-sections.tsx'
export { petViewModel } from './pet-view-model.ts'

// Written out, because the build makes a file of each import. The server names the same files in the page's head.
export const CATALOGUES = {
  en: () => import('catalogue:en/petDetail'),
  hi: () => import('catalogue:hi/petDetail'),
  mr: () => import('catalogue:mr/petDetail'),
}

if (document.getElementById(PAGE_DATA_ID))
  hydrate(CATALOGUES, (page, site) => page.name === 'petDetail' && <PetDetailPage tag={page.tag} site={site} />)
