import { Button, Textarea } from '@mantine/core'
import { paths } from '@petsetu/contract/paths.ts'
import { type FoundBy, type FoundMessage, foundCalls } from '@petsetu/contract/pets/found.ts'
import { petCalls } from '@petsetu/contract/pets/pets.ts'
import { formatLongTime } from '@petsetu/languages/formats.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'
import { IconBellOff, IconFlag, IconHome, IconMessage } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useParams } from 'react-router'
import { useUser } from '../../../people/auth/session.ts'
import { useOwnDraft } from '../../../people/auth/use-own-draft.ts'
import { useLanguage, useText } from '../../../platform/languages/use-text.tsx'
import type { PageLoader } from '../../../platform/lib/first-data.ts'
import { request } from '../../../platform/lib/request.ts'
import { useDraftedForm } from '../../../platform/lib/use-drafted-form.ts'
import { EmptyState } from '../../../platform/ui/feedback/empty-state.tsx'
import { FormSkeleton } from '../../../platform/ui/feedback/list-skeletons.tsx'
import { Loaded } from '../../../platform/ui/feedback/loaded.tsx'
import { Notice } from '../../../platform/ui/feedback/notice.tsx'
import { useSave } from '../../../platform/ui/form/use-save.ts'
import { BackLink } from '../../../platform/ui/layout/back-link.tsx'
import { PageTitle } from '../../../platform/ui/layout/page-title.tsx'
import threadClasses from '../thread.module.css'
import { AnswerForm } from './answer-form.tsx'
import classes from './found-thread.module.css'
import { keepThread, markRead, threadQuery, type WholeThread } from './thread-query.ts'

// A finder waits in the street for the answer.
const RELOAD_MS = 20_000

export function FoundThreadPage() {
  const text = useText()
  const { id = '' } = useParams()
  const isAdmin = useUser()?.role === 'admin'
  return (
    <>
      <BackLink to={isAdmin ? paths.foundAbuse.to({}) : paths.found.to({})}>{text('conversation.backToList')}</BackLink>
      <PageTitle>{text('titles.foundThread')}</PageTitle>
      <Thread key={id} id={id} />
    </>
  )
}

FoundThreadPage.load = ((prefetch, { params: { id = '' } }) => prefetch(threadQuery(id))) satisfies PageLoader

function Thread({ id }: { id: string }) {
  const text = useText()
  const queries = useQueryClient()
  const thread = useQuery({ ...threadQuery(id), refetchInterval: RELOAD_MS })
  const messages = thread.data?.data.messages.length
  useEffect(() => {
    if (messages) void markRead(queries, id)
  }, [queries, id, messages])
  return (
    <Loaded
      query={thread}
      skeleton={<FormSkeleton />}
      failure={text('conversation.loadFailed')}
      missing={<EmptyState icon={<IconMessage size={36} stroke={1.5} />} message={text('conversation.missing')} />}
    >
      {({ data }) => <Conversation thread={data} />}
    </Loaded>
  )
}

function Conversation({ thread }: { thread: WholeThread }) {
  const text = useText()
  const hasSeveral = thread.messages.some(({ finder }) => finder !== null && finder > 1)
  return (
    <div className={classes.thread}>
      <p>
        <a href={paths.petDetail.to({ petId: thread.pet_id })}>{thread.pet_name}</a>
      </p>
      <p className={threadClasses.scams}>{text('conversation.scams')}</p>
      {hasSeveral && <Notice kind="info">{text('conversation.several')}</Notice>}
      <ol className={threadClasses.messages}>
        {thread.messages.map((message) => (
          <ThreadMessage key={message.id} message={message} hasSeveral={hasSeveral} />
        ))}
      </ol>
      {thread.closed_at ? <Notice kind="info">{text('conversation.isClosed')}</Notice> : <AnswerForm thread={thread} />}
      <Actions thread={thread} />
    </div>
  )
}

function Actions({ thread }: { thread: WholeThread }) {
  const text = useText()
  const { home, mute } = useThreadActions()
  return (
    <div className={classes.actions}>
      {!thread.closed_at && (
        <Button
          variant="default"
          leftSection={<IconHome size={18} aria-hidden />}
          loading={home.isBusy}
          onClick={() => home.start(thread)}
        >
          {text('conversation.home')}
        </Button>
      )}
      {thread.muted_until ? (
        <p>{text('conversation.isMuted')}</p>
      ) : (
        <Button
          variant="default"
          leftSection={<IconBellOff size={18} aria-hidden />}
          loading={mute.isBusy}
          onClick={() => mute.start(thread)}
        >
          {text('conversation.mute')}
        </Button>
      )}
      {thread.abuse_reported_at ? <p>{text('conversation.abuseReported')}</p> : <AbuseForm thread={thread} />}
    </div>
  )
}

const paramsOf = ({ id }: WholeThread) => ({ params: { id: String(id) } })

/** Returns the owner's actions on a thread, beside writing. */
function useThreadActions() {
  const text = useText()
  const home = useSave({
    call: foundCalls.close,
    send: async (thread: WholeThread) => (await request(foundCalls.close, paramsOf(thread))).reply,
    confirm: ({ pet_name: name }) => ({
      title: text('conversation.homeQuestion', { name }),
      children: text('conversation.homeExplanation', { name }),
      confirmLabel: text('conversation.home'),
    }),
    onSaved: (reply, _, queries) => keepThread(queries, reply),
    invalidates: [foundCalls.listOwn, petCalls.listOwn, petCalls.read],
    failure: { fallback: text('conversation.failed') },
  })
  const mute = useSave({
    call: foundCalls.mute,
    send: async (thread: WholeThread) => (await request(foundCalls.mute, paramsOf(thread))).reply,
    onSaved: (reply, _, queries) => keepThread(queries, reply),
    success: () => text('conversation.muted'),
    failure: { fallback: text('conversation.failed') },
  })
  return { home, mute }
}

/** A button that opens a form: the admins read why, before they read the thread. */
function AbuseForm({ thread }: { thread: WholeThread }) {
  const text = useText()
  const draft = useOwnDraft(`found-abuse-${thread.id}`)
  const { form, clear } = useDraftedForm({ initial: { reason: '' }, draft, errorsOf: () => ({}) })
  const [isOpen, setOpen] = useState(false)
  const report = useSave({
    call: foundCalls.reportAbuse,
    send: async (typed: string) =>
      (await request(foundCalls.reportAbuse, { params: { id: String(thread.id) }, body: { reason: typed } })).reply,
    onSaved: (reply, _, queries) => {
      clear()
      keepThread(queries, reply)
    },
    failure: { fallback: text('conversation.failed') },
  })

  if (!isOpen && form.values.reason === '') {
    return (
      <Button variant="default" leftSection={<IconFlag size={18} aria-hidden />} onClick={() => setOpen(true)}>
        {text('conversation.abuse')}
      </Button>
    )
  }
  return (
    <form
      className={classes.form}
      onSubmit={form.onSubmit(({ reason }) => {
        if (reason.trim()) report.start(reason)
      })}
    >
      <Textarea
        label={text('conversation.abuseReason')}
        description={text('conversation.abuseExplanation')}
        autosize
        minRows={2}
        maxLength={500}
        {...form.getInputProps('reason')}
      />
      <Button type="submit" loading={report.isBusy}>
        {text('conversation.sendAbuse')}
      </Button>
    </form>
  )
}

const NAMES: Record<FoundBy, PlainId> = {
  finder: 'conversation.finder',
  owner: 'conversation.you',
  foundation: 'conversation.foundation',
}

/** `hasSeveral` if more than one finder has written to the thread. */
function ThreadMessage({ message, hasSeveral }: { message: FoundMessage; hasSeveral: boolean }) {
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
