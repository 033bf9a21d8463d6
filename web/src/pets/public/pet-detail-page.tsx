import type { TagView } from '@petsetu/contract/public-pages.ts'
import type { Site } from '@petsetu/contract/site.ts'
import { BlankTag } from './blank-tag.tsx'
import { FailedPet, MissingPet } from './missing-pet.tsx'
import { PetCard } from './pet-card.tsx'
import { petViewModel } from './pet-view-model.ts'

/** The page behind a tag: a pet, a blank tag that can be registered, an unknown ID, or an error. */
export function PetDetailPage({ tag, site }: { tag: TagView; site: Site }) {
  if (tag.kind === 'pet') return <PetCard viewModel={petViewModel(tag, site)} site={site} />
  if (tag.kind === 'blank') return <BlankTag petId={tag.petId} site={site} />
  if (tag.kind === 'failed') return <FailedPet site={site} />
  return <MissingPet site={site} />
}
