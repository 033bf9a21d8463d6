import type { ReactNode } from 'react'
import { CardHead } from './card-head.tsx'
import { CareList } from './care-list.tsx'
import { ContactOwner } from './contact-owner.tsx'
import styles from './pet-detail-page.module.css'
import type { PetViewModel } from './pet-view-model.ts'
import { QrFrame } from './qr-frame.tsx'
import { SavedBanner } from './saved-banner.tsx'

export function PetCard({ viewModel }: { viewModel: PetViewModel }) {
  return (
    <>
      <SavedBanner />
      <article className={styles.card}>
        <CardHead>
          <h1>{viewModel.petName}</h1>
          <ul className={styles.chips} aria-label="In short">
            <li>{viewModel.petType}</li>
            <li>{viewModel.gender}</li>
            <li>{viewModel.petAge}</li>
          </ul>
        </CardHead>
        <ContactOwner viewModel={viewModel} />
        <Section title="Where it lives">
          <p className={styles.strong}>{viewModel.location}</p>
          <p className={styles.typed}>{viewModel.address}</p>
        </Section>
        <Section title="Care">
          <CareList care={viewModel.care} />
        </Section>
        <Section title="Doctor">
          <p className={viewModel.doctorName ? styles.strong : styles.soft}>{viewModel.doctorName ?? 'Not provided'}</p>
        </Section>
        <QrFrame viewModel={viewModel} />
      </article>
    </>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}
