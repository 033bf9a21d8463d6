import { useText } from '../../languages/use-text.tsx'
import styles from './pet-detail-page.module.css'
import type { PetViewModel } from './pet-view-model.ts'
import { Section } from './section.tsx'

export function WhereItLives({ viewModel: { location, address } }: { viewModel: PetViewModel }) {
  const text = useText()
  return (
    (location || address) && (
      <Section title={text('finder.whereItLives')}>
        {location && <p className={styles.strong}>{location}</p>}
        {address && <p className={styles.typed}>{address}</p>}
      </Section>
    )
  )
}
