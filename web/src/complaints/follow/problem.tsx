import styles from './follow-page.module.css'

export function Problem({ problem }: { problem: string | null }) {
  return problem === null ? null : (
    <div className={styles.problem} role="alert">
      <p>{problem}</p>
    </div>
  )
}
