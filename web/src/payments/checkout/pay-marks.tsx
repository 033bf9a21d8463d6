import styles from './pay-marks.module.css'

// The same in every language.
const MARKS = ['UPI', 'RuPay', 'Visa', 'Mastercard']

/** The ways in which one can pay. */
export function PayMarks() {
  return (
    <ul className={styles.marks}>
      {MARKS.map((mark) => (
        <li key={mark}>{mark}</li>
      ))}
    </ul>
  )
}
