import type { Site } from '@petsetu/contract/site.ts'
import { LostBanner } from './lost-banner.tsx'
import styles from './pet-detail-page.module.css'
import { PetSections } from './pet-sections.tsx'
import type { PetViewModel } from './pet-view-model.ts'
import { QrFrame } from './qr-frame.tsx'

/** Answers 'how do I help this animal now?'. */
export function PetCard({ viewModel, site }: { viewModel: PetViewModel; site: Site }) {
  return (
    <>
      <LostBanner viewModel={viewModel} />
      <article className={styles.card}>
        <PetSections viewModel={viewModel} site={site} />
        <QrFrame viewModel={viewModel} />
      </article>
    </>
  )
}
