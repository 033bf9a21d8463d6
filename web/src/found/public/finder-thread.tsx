import type { FinderMessage, FoundBy } from '@petsetu/contract/found.ts'
import type { FinderView } from '@petsetu/contract/public-pages.ts'
import { formatLongTime } from '@petsetu/languages/formats.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'
import { useLanguage, useText } from '../../languages/use-text.tsx'
import buttons from '../../shared/public-buttons.module.css'
import form from '../../shared/public-form.module.css'
import { Problem } from '../../shared/public-problem.tsx'
import thread from '../thread.module.css'
import { PhotoField } from './photo-field.tsx'
import { Scams } from './scams.tsx'

type Thread = Extract<FinderView, { kind: 'thread' }>

const NAMES: Record<FoundBy, PlainId> = {
  finder: 'found.you',
  owner: 'found.theOwner',
  foundation: 'found.theFoundation',
}

export function FinderThread({ view }: { view: Thread }) {
  const text = useText()
  const { petName: name, messages, isClosed, typed, problem } = view
  const isUnanswered = messages.every(({ by }) => by === 'finder')
  return (
    <>
      <p>{text('found.keepLink')}</p>
      <Scams />
      <ol className={thread.messages}>
        {messages.map((message, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: messages are only added at the end
          <Message key={index} message={message} />
        ))}
      </ol>
      {isUnanswered && !isClosed && <p>{text('found.waiting')}</p>}
      <Problem problem={problem} />
      {isClosed ? (
        <p>{text('found.isClosed', { name })}</p>
      ) : (
        <form className={form.form} method="post" encType="multipart/form-data">
          <label htmlFor="message">{text('found.write')}</label>
          <textarea id="message" name="message" rows={3} maxLength={500} defaultValue={typed} />
          <PhotoField />
          <button className={buttons.mainButton} type="submit">
            {text('found.sendMessage')}
          </button>
        </form>
      )}
      {/* This page’s own address, without a script. */}
      <a className={buttons.sideButton} href="?">
        {text('found.refresh')}
      </a>
    </>
  )
}

function Message({ message: { by, message, photo, place, shared, created_at } }: { message: FinderMessage }) {
  const text = useText()
  const language = useLanguage()
  return (
    <li className={thread.message} data-own={by === 'finder' || undefined}>
      <p className={thread.head}>
        <strong>{text(NAMES[by])}</strong> <time dateTime={created_at}>{formatLongTime(created_at, language)}</time>
      </p>
      {message && <p className={thread.typed}>{message}</p>}
      {photo && (
        <img
          className={thread.photo}
          src={photo.url}
          width={photo.width}
          height={photo.height}
          alt={text('found.photoOf', { name: text(NAMES[by]) })}
        />
      )}
      {place && <p className={thread.typed}>{text('found.atPlace', { place })}</p>}
      {shared.includes('contact') && <p className={form.hint}>{text('found.sharedContact')}</p>}
      {shared.includes('location') && <p className={form.hint}>{text('found.sharedLocation')}</p>}
    </li>
  )
}
