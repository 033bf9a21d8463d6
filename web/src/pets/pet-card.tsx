import { paths } from '@petsetu/contract/paths.ts'
import type { PublicPet } from '@petsetu/contract/pets.ts'
import type { Site } from '@petsetu/contract/site.ts'
import type { ReactNode } from 'react'
import { CardHead } from './card-head.tsx'
import { CareList } from './care-list.tsx'
import { ContactOwner } from './contact-owner.tsx'
import styles from './pet-detail-page.module.css'
import { QrFrame } from './qr-frame.tsx'
import { SavedBanner } from './saved-banner.tsx'

export function PetCard({ pet, site }: { pet: PublicPet; site: Site }) {
  return (
    <>
      <SavedBanner />
      <article className={styles.card}>
        <CardHead>
          <h1>{pet.petName}</h1>
          <ul className={styles.chips} aria-label="In short">
            <li>{pet.petType}</li>
            <li>{pet.petGender === 'male' ? 'Male' : 'Female'}</li>
            <li>{pet.petAge}</li>
          </ul>
        </CardHead>
        <ContactOwner contactDetails={pet.contactDetails} ownerName={pet.ownerName} />
        <Section title="Where it lives">
          <p className={styles.strong}>{pet.location}</p>
          <p className={styles.typed}>{pet.address}</p>
        </Section>
        <Section title="Care">
          <CareList pet={pet} />
        </Section>
        <Section title="Doctor">
          <p className={pet.doctorName ? styles.strong : styles.soft}>{pet.doctorName ?? 'Not provided'}</p>
        </Section>
        <QrFrame
          petId={pet.petId}
          petName={pet.petName}
          address={site.publicUrl + paths.petDetail.to({ petId: pet.petId })}
        />
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
