import type { ReactNode } from 'react'
import { useText } from '../../languages/use-text.tsx'
import { CardHead } from './card-head.tsx'
import { CareList, Rabies } from './care-list.tsx'
import { ContactOwner } from './contact-owner.tsx'
import styles from './pet-detail-page.module.css'
import { FurtherPhotos, MainPhoto } from './pet-photos.tsx'
import type { PetViewModel } from './pet-view-model.ts'
import { QrFrame } from './qr-frame.tsx'
import { SavedBanner } from './saved-banner.tsx'

export function PetCard({ viewModel }: { viewModel: PetViewModel }) {
  const text = useText()
  return (
    <>
      <SavedBanner />
      <article className={styles.card}>
        <MainPhoto viewModel={viewModel} />
        <CardHead>
          <h1>{viewModel.petName}</h1>
          <ul className={styles.chips} aria-label={text('finder.inShort')}>
            <li>{viewModel.petType}</li>
            <li>{text(viewModel.genderId)}</li>
            <li>{viewModel.petAge}</li>
          </ul>
        </CardHead>
        <ContactOwner viewModel={viewModel} />
        <FurtherPhotos viewModel={viewModel} />
        <Section title={text('finder.whereItLives')}>
          <p className={styles.strong}>{viewModel.location}</p>
          <p className={styles.typed}>{viewModel.address}</p>
        </Section>
        <Section title={text('finder.care')}>
          <Rabies rabies={viewModel.rabies} />
          <CareList care={viewModel.care} />
        </Section>
        <Section title={text('finder.doctor')}>
          <p className={viewModel.doctorName ? styles.strong : styles.soft}>
            {viewModel.doctorName ?? text('finder.notProvided')}
          </p>
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
