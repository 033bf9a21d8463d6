import { formatLongDay } from '@petsetu/languages/formats.ts'
import { useLanguage, useText } from '../../platform/languages/use-text.tsx'
import styles from './pet-detail-page.module.css'
import type { Care } from './pet-view-model.ts'

/** The day of a treatment, and what was typed about it. */
export function CareDetails({ entry: { day, texts } }: { entry: Care }) {
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
