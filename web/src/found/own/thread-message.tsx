import type { FoundBy, FoundMessage } from '@petsetu/contract/found.ts'
import { formatLongTime } from '@petsetu/languages/formats.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'
import { useUser } from '../../auth/session.ts'
import { useLanguage, useText } from '../../languages/use-text.tsx'
import classes from './found-thread.module.css'

const NAMES: Record<FoundBy, PlainId> = {
  finder: 'conversation.finder',
  owner: 'conversation.you',
  foundation: 'conversation.foundation',
}

export function ThreadMessage({ message }: { message: FoundMessage }) {
  const text = useText()
  const language = useLanguage()
  const isAdmin = useUser()?.role === 'admin'
  const { by, name, contact, place, created_at } = message
  return (
    <li className={classes.message} data-by={by}>
      <p className={classes.head}>
        {/* An admin reads threads of other people's pets. */}
        <strong>{text(isAdmin && by === 'owner' ? 'conversation.owner' : NAMES[by])}</strong>{' '}
        <time dateTime={created_at}>{formatLongTime(created_at, language)}</time>
      </p>
      {message.message && <p className={classes.typed}>{message.message}</p>}
      <dl className={classes.facts}>
        {place && <Fact label={text('conversation.place')} value={place} />}
        {name && <Fact label={text('conversation.name')} value={name} />}
        {contact && <Fact label={text('conversation.contact')} value={contact} />}
      </dl>
      <Location message={message} />
    </li>
  )
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}

/** Coordinates and links: a map of ours would tell its provider where the finder is. */
function Location({ message: { lat, lon, accuracy } }: { message: FoundMessage }) {
  const text = useText()
  if (lat === null || lon === null) return null
  const place = `${lat},${lon}`
  return (
    <p className={classes.location}>
      {accuracy === null
        ? text('conversation.locationExact', { place })
        : text('conversation.location', { place, metres: accuracy })}{' '}
      <a href={`geo:${place}?q=${place}`}>{text('conversation.openInApp')}</a>{' '}
      <a
        href={`https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(place)}`}
        target="_blank"
        rel="noopener noreferrer"
      >
        {text('conversation.openMap')}
      </a>
    </p>
  )
}
