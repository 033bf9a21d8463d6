import { useText } from '../../languages/use-text.tsx'
import { CareDetails } from './care-details.tsx'
import styles from './health-alert.module.css'
import { Icon } from './icon.tsx'
import type { PetViewModel } from './pet-view-model.ts'

/** Medicines and treatment, as a warning to whoever looks after the animal now. Nothing where there are none. */
export function HealthAlert({ viewModel: { treatment } }: { viewModel: PetViewModel }) {
  const text = useText()
  return (
    treatment && (
      <section className={styles.alert}>
        <h2>
          <Icon name="warning" />
          {text('finder.health')}
        </h2>
        <h3>{text(treatment.nameId)}</h3>
        <CareDetails entry={treatment} />
      </section>
    )
  )
}
