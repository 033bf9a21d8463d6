import type { PublicCaseEvent } from '@petsetu/contract/case-events.ts'
import { formatLongTime } from '@petsetu/languages/formats.ts'
import { useLanguage, useText } from '../../languages/use-text.tsx'
import form from '../../shared/public-form.module.css'
import { eventLabel } from './event-labels.ts'
import styles from './follow-page.module.css'

export function CaseEvents({ events }: { events: PublicCaseEvent[] }) {
  const text = useText()
  const language = useLanguage()
  return (
    <ol className={styles.events}>
      {events.map((event) => {
        const label = eventLabel(event, text)
        return (
          label !== null && (
            <li key={event.id} className={styles.event} data-by={event.by}>
              <p className={styles.what}>{label}</p>
              <time className={form.hint} dateTime={event.at}>
                {formatLongTime(event.at, language)}
              </time>
              {event.text && <p className={styles.typed}>{event.text}</p>}
            </li>
          )
        )
      })}
    </ol>
  )
}
