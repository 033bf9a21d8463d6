import { useText } from '../../languages/use-text.tsx'
import { CareDetails } from './care-details.tsx'
import styles from './health-alert.module.css'
import type { PetViewModel } from './pet-view-model.ts'

/** Medicines and treatment, as a warning to whoever looks after the animal now. Nothing where there are none. */
export function HealthAlert({ viewModel: { treatment } }: { viewModel: PetViewModel }) {
  const text = useText()
  return (
    treatment && (
      <section className={styles.alert}>
        <h2>
          <WarningIcon />
          {text('finder.health')}
        </h2>
        <h3>{text(treatment.nameId)}</h3>
        <CareDetails entry={treatment} />
      </section>
    )
  )
}

function WarningIcon() {
  return (
    <svg
      width="24"
      height="24"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M12 3.5 22 20.5H2zM12 10v4.5m0 3v.1" />
    </svg>
  )
}
