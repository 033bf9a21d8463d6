import type { FoundBy, FoundMessage } from '@petsetu/contract/pets/found.ts'
import { formatLongTime } from '@petsetu/languages/formats.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'
import { useUser } from '../../../people/auth/session.ts'
import { useLanguage, useText } from '../../../platform/languages/use-text.tsx'
import threadClasses from '../thread.module.css'
import classes from './found-thread.module.css'

const NAMES: Record<FoundBy, PlainId> = {
  finder: 'conversation.finder',
  owner: 'conversation.you',
  foundation: 'conversation.foundation',
}

/** `hasSeveral` if more than one finder has written to the thread. */
export function ThreadMessage({ message, hasSeveral }: { message: FoundMessage; hasSeveral: boolean }) {
  const text = useText()
  const language = useLanguage()
  const isAdmin = useUser()?.role === 'admin'
  const { by, finder, photo, name, contact, place, created_at } = message
  // An admin reads threads of other people's pets.
  const author = text(isAdmin && by === 'owner' ? 'conversation.owner' : NAMES[by])
  return (
    <li className={threadClasses.message} data-own={by !== 'finder' || undefined}>
      <p className={threadClasses.head}>
        <strong>
          {hasSeveral && finder !== null ? text('conversation.finderNumber', { number: finder }) : author}
        </strong>{' '}
        <time dateTime={created_at}>{formatLongTime(created_at, language)}</time>
      </p>
      {message.message && <p className={threadClasses.typed}>{message.message}</p>}
      {photo && (
        <a href={photo.url} target="_blank" rel="noopener">
          <img
            className={threadClasses.photo}
            src={photo.url}
            width={photo.width}
            height={photo.height}
            alt={text('conversation.photo')}
          />
        </a>
      )}
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
