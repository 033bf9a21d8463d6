import type { Site } from '@petsetu/contract/site.ts'
import { CareSection } from './care-section.tsx'
import { DoctorSection } from './doctor-section.tsx'
import { FinderActions } from './finder-actions.tsx'
import { HealthAlert } from './health-alert.tsx'
import { LostBanner } from './lost-banner.tsx'
import { OwnerSection } from './owner-section.tsx'
import styles from './pet-detail-page.module.css'
import { PetHead } from './pet-head.tsx'
import { FurtherPhotos } from './pet-photos.tsx'
import type { PetViewModel } from './pet-view-model.ts'
import { QrFrame } from './qr-frame.tsx'
import { SavedBanner } from './saved-banner.tsx'
import { WhereItLives } from './where-it-lives.tsx'

/** Answers 'how do I help this animal now?': what to do comes first, one section in a file. */
export function PetCard({ viewModel, site }: { viewModel: PetViewModel; site: Site }) {
  return (
    <>
      <LostBanner viewModel={viewModel} />
      <SavedBanner />
      <article className={styles.card}>
        <PetHead viewModel={viewModel} />
        <FinderActions viewModel={viewModel} site={site} />
        <OwnerSection viewModel={viewModel} />
        <HealthAlert viewModel={viewModel} />
        <FurtherPhotos viewModel={viewModel} />
        <WhereItLives viewModel={viewModel} />
        <CareSection viewModel={viewModel} />
        <DoctorSection viewModel={viewModel} />
        <QrFrame viewModel={viewModel} />
      </article>
    </>
  )
}
