import type { Site } from '@petsetu/contract/site.ts'
import { CareSection } from './care-section.tsx'
import { DoctorSection } from './doctor-section.tsx'
import { FinderActions } from './finder-actions.tsx'
import { HealthAlert } from './health-alert.tsx'
import { OwnerSection } from './owner-section.tsx'
import { PetHead } from './pet-head.tsx'
import { FurtherPhotos } from './pet-photos.tsx'
import type { PetViewModel } from './pet-view-model.ts'
import { WhereItLives } from './where-it-lives.tsx'

/** Shows the sections for a finder, one in a file: the things to do come first. The form's preview shows the same. */
export function PetSections({ viewModel, site }: { viewModel: PetViewModel; site: Site }) {
  return (
    <>
      <PetHead viewModel={viewModel} />
      <FinderActions viewModel={viewModel} site={site} />
      <OwnerSection viewModel={viewModel} />
      <HealthAlert viewModel={viewModel} />
      <FurtherPhotos viewModel={viewModel} />
      <WhereItLives viewModel={viewModel} />
      <CareSection viewModel={viewModel} />
      <DoctorSection viewModel={viewModel} />
    </>
  )
}
