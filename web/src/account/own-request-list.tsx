import type { OwnPrivacyRequest } from '@petsetu/contract/privacy.ts'
import { formatLongDay, formatLongInstant } from '../languages/page-text.ts'
import { useText } from '../languages/use-text.tsx'
import classes from './own-request-list.module.css'

/** Lists the requests of a person about their data, newest first, with their state. */
export function OwnRequestList({ requests }: { requests: OwnPrivacyRequest[] }) {
  const text = useText()
  if (requests.length === 0) return null
  return (
    <ul className={classes.list} aria-label={text('privacyRequest.own')}>
      {requests.map(({ id, kind, note, created_at, due_on, done_at, answer }) => (
        <li key={id} className={classes.request}>
          <strong>{text(`privacyKinds.${kind}`)}</strong>
          <span className={classes.soft}>
            {text('privacyRequest.askedOn', { day: formatLongInstant(created_at) })}{' '}
            {done_at
              ? text('privacyRequest.doneOn', { day: formatLongInstant(done_at) })
              : text('privacyRequest.dueOn', { day: formatLongDay(due_on) })}
          </span>
          {note && <p className={classes.typed}>{note}</p>}
          {answer && <p className={classes.answer}>{answer}</p>}
        </li>
      ))}
    </ul>
  )
}
