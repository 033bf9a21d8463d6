import { useText } from '../../languages/use-text.tsx'
import styles from './pet-detail-page.module.css'
import type { PetViewModel } from './pet-view-model.ts'
import { Section } from './section.tsx'

export function WhereItLives({ viewModel: { location, address } }: { viewModel: PetViewModel }) {
  const text = useText()
  return (
    <Section title={text('finder.whereItLives')}>
      <p className={styles.strong}>{location}</p>
      <p className={styles.typed}>{address}</p>
    </Section>
  )
}
