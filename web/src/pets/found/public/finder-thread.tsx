import type { FinderMessage, FoundBy, foundCalls, FinderThread as StoredThread } from '@petsetu/contract/pets/found.ts'
import type { Reply } from '@petsetu/contract/platform/call.ts'
import { shownWords } from '@petsetu/contract/platform/removed.ts'
import type { FinderView } from '@petsetu/contract/site/public-pages.ts'
import type { Site } from '@petsetu/contract/site/site.ts'
import { visitorPaths } from '@petsetu/contract/visitor-paths.ts'
import { formatLongTime } from '@petsetu/languages/formats.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'
import { useEffect, useRef, useState } from 'react'
import { useLanguage, useText } from '../../../platform/languages/use-text.tsx'
import { shrinkChosen } from '../../../platform/lib/photos/shrink-chosen.ts'
import { LongField } from '../../../platform/public-form/field.tsx'
import { FileField } from '../../../platform/public-form/file-field.tsx'
import {
  ErrorSummary,
  FormButton,
  FormNote,
  PublicForm,
  SideLink,
  useScript,
} from '../../../platform/public-form/form-card.tsx'
import form from '../../../platform/public-form/public-form.module.css'
import fold from '../../../platform/ui/layout/unfolds.module.css'
import thread from '../thread.module.css'
import styles from './finder-page.module.css'

type Thread = Extract<FinderView, { kind: 'thread' }>

const NAMES: Record<FoundBy, PlainId> = {
  finder: 'found.you',
  owner: 'found.theOwner',
  foundation: 'found.theFoundation',
}

/** The conversation with the owner. Without a script it is as it was when the page was loaded, and everything else works, too. */
export function FinderThread({ view, site }: { view: Thread; site: Site }) {
  const text = useText()
  const language = useLanguage()
  const { petName: name, token, typed, problem, fields } = view
  const { messages, outcome, read_by_admin_at: readAt } = useFinderThread(token, view.thread)
  const isOpen = outcome === null
  const isUnanswered = messages.every(({ by }) => by === 'finder')
  const summary = <ErrorSummary problem={problem} fields={fields} />
  // The composer stays in view, and its fields show their own errors.
  const isAtComposer = isOpen && problem !== null
  return (
    <>
      {readAt && (
        <FormNote kind="info">{text('found.readByAdmin', { when: formatLongTime(readAt, language) })}</FormNote>
      )}
      <div role="log" aria-label={text('found.messages')}>
        <ol className={thread.messages}>
          {messages.map((message, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: messages are only added at the end
            <Message key={index} message={message} />
          ))}
        </ol>
        {messages.length > 1 && <NewestMessage key={messages.length} />}
      </div>
      {isUnanswered && isOpen && (
        <p className={styles.sent} role="status">
          {text('found.waiting')}
        </p>
      )}
      {isOpen && (
        <div className={styles.keep}>
          <p>{text('found.keepLink')}</p>
          <SendLink name={name} address={site.publicUrl + visitorPaths.finderThread.to({ token })} />
        </div>
      )}
      <ScamWarning />
      {/* A browser with a script looks by itself. This page’s own address, without one. */}
      <noscript>
        <SideLink href="?">{text('found.refresh')}</SideLink>
      </noscript>
      {!isAtComposer && summary}
      {isOpen ? (
        <PublicForm className={thread.composer} encType="multipart/form-data">
          {isAtComposer && summary}
          <LongField
            name="message"
            label={text('found.write')}
            error={fields.message}
            rows={1}
            maxLength={500}
            defaultValue={typed}
          />
          <FormButton>{text('found.sendMessage')}</FormButton>
          {/* Only the reader closes it. */}
          <details {...('photo' in fields && { open: true })}>
            <summary className={fold.unfolds}>{text('found.addPhoto')}</summary>
            <PhotoField error={fields.photo} />
          </details>
        </PublicForm>
      ) : (
        <FormNote kind="info">{outcome === 'home' ? text('found.isHome', { name }) : text('found.isClosed')}</FormNote>
      )}
    </>
  )
}

/** Brings the end of the messages above the composer. */
function NewestMessage() {
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => void end.current?.scrollIntoView({ block: 'nearest' }), [])
  return <div ref={end} className={thread.end} />
}

/**
 * The only way back, kept by the finder: shared with an app of the phone, or copied. Nobody gives us an address for it. Without a script
 * it opens a mail that is written to nobody yet.
 */
function SendLink({ name, address }: { name: string; address: string }) {
  const text = useText()
  const hasScript = useScript()
  const [isCopied, setCopied] = useState(false)
  const title = text('found.threadTitle', { name })
  const mail = `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(address)}`

  async function send() {
    // Whoever closes the phone's sheet has changed their mind.
    if (navigator.share) return navigator.share({ title, url: address }).catch(() => {})
    try {
      await navigator.clipboard.writeText(address)
      setCopied(true)
    } catch {
      location.href = mail
    }
  }

  return (
    <div>
      {hasScript ? (
        <FormButton isSide type="button" onClick={() => void send()}>
          {text('found.sendLink')}
        </FormButton>
      ) : (
        <SideLink href={mail}>{text('found.sendLink')}</SideLink>
      )}
      <p className={form.hint} role="status">
        {isCopied && text('found.linkCopied')}
      </p>
    </div>
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
      {message && <p className={thread.typed}>{shownWords(message, text)}</p>}
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

const LOOK_AGAIN_MS = 3_000
const ANSWER_MS_MAX = 10_000

/** The thread that came with the page, with what is written while the page is open and seen, until the thread has ended. */
function useFinderThread(token: string, fromServer: StoredThread): StoredThread {
  const [thread, setThread] = useState(fromServer)
  const isOpen = thread.outcome === null
  useEffect(() => {
    if (!isOpen) return
    let isAsking = false
    async function look() {
      if (document.hidden || isAsking) return
      isAsking = true
      const seen = await readThread(token)
      isAsking = false
      if (seen) setThread((before) => (isSame(before, seen) ? before : seen))
    }
    const timer = setInterval(look, LOOK_AGAIN_MS)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [token, isOpen])
  return thread
}

/** Null without an answer: the next look may get one. */
async function readThread(token: string): Promise<StoredThread | null> {
  try {
    const answer = await fetch(`${visitorPaths.finderThread.to({ token })}/messages`, {
      signal: AbortSignal.timeout(ANSWER_MS_MAX),
    })
    return answer.ok ? ((await answer.json()) as Reply<typeof foundCalls.readAsFinder>).data : null
  } catch {
    return null
  }
}

/** Messages are only added. */
const isSame = (one: StoredThread, other: StoredThread) =>
  one.outcome === other.outcome &&
  one.read_by_admin_at === other.read_by_admin_at &&
  one.messages.length === other.messages.length

/** One line, which unfolds: on a phone messages and composer need the room. */
export function ScamWarning() {
  const text = useText()
  return (
    <details className={thread.scams}>
      <summary>{text('found.scams')}</summary>
      <p>{text('found.scamsMore')}</p>
    </details>
  )
}

const loadShrinking = async () => (await import('../../../platform/lib/photos/shrink-document.ts')).shrinkPhoto

/** One photo. It works without a script, which only makes large photos smaller, and opens the camera on a phone. */
export function PhotoField({ error }: { error: string | undefined }) {
  const text = useText()
  return (
    <FileField
      name="photo"
      label={text('found.photo')}
      hint={text('found.photoHint')}
      error={error}
      accept="image/jpeg,image/png,image/webp"
      onChange={({ currentTarget }) => shrinkChosen(currentTarget, loadShrinking)}
    />
  )
}
