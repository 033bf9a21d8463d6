import styles from './public-form.module.css'

export function Problem({ problem }: { problem: string | null }) {
  return problem === null ? null : (
    <div className={styles.problem} role="alert">
      <p>{problem}</p>
    </div>
  )
}
