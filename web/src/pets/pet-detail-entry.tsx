import { comeAlive } from '../entry-public.tsx'
import { PetDetailPage } from './pet-detail-page.tsx'

comeAlive((page, site) => page.name === 'pet-detail' && <PetDetailPage tag={page.tag} site={site} />)
