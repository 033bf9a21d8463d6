import styles from './pet-detail-page.module.css'
import type { Care } from './pet-facts.ts'

export function CareList({ care }: { care: Care[] }) {
  if (care.length === 0) return <p className={styles.soft}>Not provided</p>
  return (
    <ul className={styles.care}>
      {care.map(({ name, day, texts }) => (
        <li key={name}>
          <Tick />
          <h3>{name}</h3>
          {day && <time dateTime={day.date}>{day.inWords}</time>}
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
