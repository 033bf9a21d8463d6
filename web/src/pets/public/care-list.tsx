import type { RabiesValidity } from '@petsetu/contract/public-pages.ts'
import { formatLongDay } from '@petsetu/languages/formats.ts'
import { useLanguage, useText } from '../../languages/use-text.tsx'
import styles from './pet-detail-page.module.css'
import type { Care } from './pet-view-model.ts'

export function CareList({ care }: { care: Care[] }) {
  const text = useText()
  return (
    <ul className={styles.care}>
      {care.map((entry) => (
        <li key={entry.nameId}>
          <Mark isGiven={isGiven(entry)} />
          <h3>{text(entry.nameId)}</h3>
          {isGiven(entry) ? <Given entry={entry} /> : <span className={styles.soft}>{text('finder.notProvided')}</span>}
        </li>
      ))}
    </ul>
  )
}

export function Rabies({ rabies }: { rabies: RabiesValidity }) {
  const text = useText()
  const language = useLanguage()
  if (rabies.state === 'unknown') return <p className={styles.soft}>{text('finder.rabiesUnknown')}</p>
  if (rabies.state === 'expired') return <p className={styles.strong}>{text('finder.rabiesExpired')}</p>
  return <p className={styles.strong}>{text('finder.rabiesValid', { day: formatLongDay(rabies.until, language) })}</p>
}

const isGiven = ({ day, texts }: Care) => day !== null || texts.length > 0

function Given({ entry: { day, texts } }: { entry: Care }) {
  const text = useText()
  const language = useLanguage()
  return (
    <>
      {day ? (
        <time dateTime={day}>{formatLongDay(day, language)}</time>
      ) : (
        <span className={styles.soft}>{text('finder.dateNotProvided')}</span>
      )}
      {texts.length === 0 && <p className={styles.soft}>{text('finder.detailsNotProvided')}</p>}
      {texts.map((typed) => (
        <p className={styles.typed} key={typed}>
          {typed}
        </p>
      ))}
    </>
  )
}

/** A tick, or a dash if nothing was entered. */
function Mark({ isGiven }: { isGiven: boolean }) {
  return (
    <svg width="24" height="24" viewBox="0 0 24 24" fill="none" aria-hidden="true">
      <circle cx="12" cy="12" r="11" fill={isGiven ? 'var(--active-soft)' : 'var(--expired-soft)'} />
      <path
        d={isGiven ? 'm7 12.5 3.5 3.5L17 8.5' : 'M8 12h8'}
        stroke={isGiven ? 'var(--active)' : 'var(--expired)'}
        strokeWidth="2.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
