import { formatLongDay } from '@petsetu/contract/dates.ts'
import type { PublicPet } from '@petsetu/contract/pets.ts'
import styles from './pet-detail-page.module.css'

/** What was done for the pet's health. What is empty is left out. */
export function CareList({ pet }: { pet: PublicPet }) {
  const given = careOf(pet).filter(({ day, texts }) => day || texts.length > 0)
  if (given.length === 0) return <p className={styles.soft}>Not provided</p>
  return (
    <ul className={styles.care}>
      {given.map(({ name, day, texts }) => (
        <li key={name}>
          <Tick />
          <h3>{name}</h3>
          {/* The server and the browser must write the day alike. */}
          {day && <time dateTime={day}>{formatLongDay(day, 'en-IN')}</time>}
          {texts.map((text) => (
            <p className={styles.typed} key={text}>
              {text}
            </p>
          ))}
        </li>
      ))}
    </ul>
  )
}

type Care = { name: string; day: string | null; texts: string[] }

function careOf(pet: PublicPet): Care[] {
  return [
    { name: 'Treatment', day: pet.treatmentDate, texts: filled(pet.treatmentDetail, pet.treatment) },
    { name: 'Vaccination', day: pet.vaccinationDate, texts: filled(pet.vaccinationDetail, pet.vaccination) },
    { name: 'Sterilization', day: pet.sterilizationDate, texts: filled(pet.sterilizationDetail, pet.sterilization) },
    { name: 'Deworming', day: pet.dewormingDate, texts: filled(pet.dewormingDetail) },
  ]
}

function filled(...texts: (string | null)[]): string[] {
  return [...new Set(texts.filter((text) => text !== null))].filter((text) => text.trim() !== '')
}

function Tick() {
  return (
    <svg width="24" height="24" viewBox="0 0 24 24" fill="none" aria-hidden="true">
      <circle cx="12" cy="12" r="11" fill="var(--active-soft)" />
      <path
        d="m7 12.5 3.5 3.5L17 8.5"
        stroke="var(--active)"
        strokeWidth="2.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
