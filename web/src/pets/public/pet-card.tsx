import type { ReactNode } from 'react'
import { CardHead } from './card-head.tsx'
import { CareList } from './care-list.tsx'
import { ContactOwner } from './contact-owner.tsx'
import styles from './pet-detail-page.module.css'
import type { PetViewModel } from './pet-view-model.ts'
import { QrFrame } from './qr-frame.tsx'
import { SavedBanner } from './saved-banner.tsx'

export function PetCard({ facts }: { facts: PetViewModel }) {
  return (
    <>
      <SavedBanner />
      <article className={styles.card}>
        <CardHead>
          <h1>{facts.petName}</h1>
          <ul className={styles.chips} aria-label="In short">
            <li>{facts.petType}</li>
            <li>{facts.gender}</li>
            <li>{facts.petAge}</li>
          </ul>
        </CardHead>
        <ContactOwner facts={facts} />
        <Section title="Where it lives">
          <p className={styles.strong}>{facts.location}</p>
          <p className={styles.typed}>{facts.address}</p>
        </Section>
        <Section title="Care">
          <CareList care={facts.care} />
        </Section>
        <Section title="Doctor">
          <p className={facts.doctorName ? styles.strong : styles.soft}>{facts.doctorName ?? 'Not provided'}</p>
        </Section>
        <QrFrame facts={facts} />
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
