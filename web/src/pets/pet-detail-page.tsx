import type { TagView } from '@petsetu/contract/public-pages.ts'
import type { Site } from '@petsetu/contract/site.ts'
import { BlankTag } from './blank-tag.tsx'
import { MissingPet } from './missing-pet.tsx'
import { PetCard } from './pet-card.tsx'
import { petFacts } from './pet-facts.ts'

/** What a scan shows: the pet, an invitation to register one on a blank tag, or that there is none. */
export function PetDetailPage({ tag, site }: { tag: TagView; site: Site }) {
  if (tag.kind === 'pet') return <PetCard facts={petFacts(tag.pet, site)} />
  if (tag.kind === 'blank') return <BlankTag petId={tag.petId} site={site} />
  return <MissingPet />
}
