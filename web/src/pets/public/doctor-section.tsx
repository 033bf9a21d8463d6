import { useText } from '../../languages/use-text.tsx'
import styles from './pet-detail-page.module.css'
import type { PetViewModel } from './pet-view-model.ts'
import { Section } from './section.tsx'

export function DoctorSection({ viewModel: { doctorName } }: { viewModel: PetViewModel }) {
  const text = useText()
  return (
    doctorName !== undefined && (
      <Section title={text('finder.doctor')}>
        <p className={doctorName ? styles.strong : styles.soft}>{doctorName ?? text('finder.notProvided')}</p>
      </Section>
    )
  )
}
