import catalogues from 'catalogues:petDetail'
import { PAGE_DATA_ID } from '@petsetu/contract/site/public-pages.ts'
import { hydrate } from '../../entry-public.tsx'
import { PetDetailPage } from './pet-detail-page.tsx'

export { PetSections } from './pet-sections.tsx'
export { petViewModel } from './pet-view-model.ts'
// The form of a pet loads this file as well, to show the page beside it: a file of what both need would make this page heavier.
export { catalogues }

if (document.getElementById(PAGE_DATA_ID))
  hydrate(catalogues, (page, site) => page.name === 'petDetail' && <PetDetailPage tag={page.tag} site={site} />)
