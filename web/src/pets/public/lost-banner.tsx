import { formatLongDay, formatRupees } from '@petsetu/languages/formats.ts'
import { useLanguage, useText } from '../../languages/use-text.tsx'
import { ContactButton } from './contact-button.tsx'
import styles from './lost-banner.module.css'
import type { PetViewModel } from './pet-view-model.ts'

/** Says before anything else that the pet is lost, and leads to its owner. */
export function LostBanner({ viewModel: { petName: name, lost, contacts } }: { viewModel: PetViewModel }) {
  const text = useText()
  const language = useLanguage()
  if (!lost) return null
  const { since, area, note, reward } = lost
  const heading = text('finder.lost', { name })
  return (
    <section className={styles.banner} aria-label={heading}>
      <p className={styles.heading}>{heading}</p>
      {contacts[0] && <ContactButton contact={contacts[0]} isMain />}
      <p>{text('finder.lostSince', { day: formatLongDay(since, language), area })}</p>
      {note && <p className={styles.note}>{note}</p>}
      {reward && <strong>{text('finder.lostReward', { amount: formatRupees(reward) })}</strong>}
    </section>
  )
}
