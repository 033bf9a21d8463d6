import { hydrate } from '../../entry-public.tsx'
import { PetDetailPage } from './pet-detail-page.tsx'

hydrate((page, site) => page.name === 'petDetail' && <PetDetailPage tag={page.tag} site={site} />)
