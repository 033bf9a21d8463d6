import { Box, Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { paths } from '@petsetu/contract/paths.ts'
import { type FoundBy, type FoundMessage, foundCalls } from '@petsetu/contract/pets/found.ts'
import { mapAddress } from '@petsetu/contract/platform/map-address.ts'
import { shownWords } from '@petsetu/contract/platform/removed.ts'
import { formatLongInstant, formatLongTime } from '@petsetu/languages/formats.ts'
import { formatClock } from '@petsetu/languages/medium-days.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'
import { IconBrandWhatsapp, IconPhone } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react'
import { useParams } from 'react-router'
import { useUser } from '../../../people/auth/session.ts'
import { useOwnDraft } from '../../../people/auth/use-own-draft.ts'
import { useLanguage, useText } from '../../../platform/languages/use-text.tsx'
import { contactLinks, whatsAppNumberOf } from '../../../platform/lib/contact-links.ts'
import { useDraftedForm } from '../../../platform/lib/drafts/use-drafted-form.ts'
import type { PageLoader } from '../../../platform/lib/requests/first-data.ts'
import { CallError, request } from '../../../platform/lib/requests/request.ts'
import type { DialogHandle } from '../../../platform/ui/dialog/dialog.tsx'
import { ReasonDialog } from '../../../platform/ui/dialog/reason-dialog.tsx'
import { EmptyState } from '../../../platform/ui/feedback/empty-state.tsx'
import { lazyPart } from '../../../platform/ui/feedback/lazy-part.tsx'
import { FormSkeleton } from '../../../platform/ui/feedback/list-skeletons.tsx'
import { Loaded } from '../../../platform/ui/feedback/loaded.tsx'
import { Notice } from '../../../platform/ui/feedback/notice.tsx'
import { useSave } from '../../../platform/ui/form/use-save.ts'
import { useSubmit } from '../../../platform/ui/form/use-submit.ts'
import { BackLink } from '../../../platform/ui/layout/back-link.tsx'
import card from '../../../platform/ui/layout/card.module.css'
import { PageTitle } from '../../../platform/ui/layout/page-title.tsx'
import { screenReaderOnly } from '../../../platform/ui/layout/screen-reader-only.tsx'
import { NotHere } from '../../../shared/not-here.tsx'
import { ownThreads } from '../../../shared/pets/own-threads.ts'
import { ThreadPhoto } from '../listed-thread.tsx'
import threadClasses from '../thread.module.css'
import classes from './found-thread.module.css'
import { HomeButton, keepThread, MoreActions, markRead, threadQuery, type WholeThread } from './thread-actions.tsx'

// A finder waits in the street for the answer.
const RELOAD_MS = 3_000

const PushOffer = lazyPart(async () => (await import('../../../shared/push-offer.tsx')).PushOffer, { failed: null })

export function FoundThreadPage() {
  const text = useText()
  const { id = '' } = useParams()
  const isOthers = useIsOthers(id)
  // The conversation below loads it.
  const { data, error } = useQuery({ ...threadQuery(id), enabled: false })
  const thread = isRefused(error) ? undefined : data?.data
  const name = thread?.pet_name
  const finder = thread && finderOf(thread)
  const title = finder ? text('conversation.with', { finder }) : text('titles.foundThread')
  return (
    // The link back has space of its own above its words, and the card is what one comes for.
    <Box maw={720} mx="auto" mt={-12}>
      <BackLink to={isOthers ? paths.foundAbuse.to({}) : paths.found.to({})}>
        {text('conversation.backToList')}
      </BackLink>
      <PageTitle documentTitle={name === undefined ? title : text('conversation.titleOf', { name })} isCompact>
        {title}
      </PageTitle>
      <Thread key={id} id={id} />
    </Box>
  )
}

/** True for an admin who reads a conversation about the pet of somebody else; admins have pets, too. */
function useIsOthers(id: string): boolean {
  const isAdmin = useUser()?.role === 'admin'
  const { data: own = [] } = useQuery({ ...ownThreads, enabled: isAdmin })
  return isAdmin && !own.some((thread) => String(thread.id) === id)
}

FoundThreadPage.load = ((prefetch, { params: { id = '' } }) => prefetch(threadQuery(id))) satisfies PageLoader

/** The name that the finder gave; undefined without one, and where several people may have written. */
function finderOf({ messages }: WholeThread): string | undefined {
  return hasSeveralFinders(messages) ? undefined : (messages.find(({ name }) => name)?.name ?? undefined)
}

const hasSeveralFinders = (messages: FoundMessage[]) => messages.some(({ finder }) => finder !== null && finder > 1)

function Thread({ id }: { id: string }) {
  const text = useText()
  const queries = useQueryClient()
  const username = useUser()?.username
  const isOthers = useIsOthers(id)
  const thread = useQuery({
    ...threadQuery(id),
    refetchInterval: ({ state: { error } }) => (isRefused(error) ? false : RELOAD_MS),
  })
  const messages = thread.data?.data.messages.length
  useEffect(() => {
    if (messages) void markRead(queries, id)
  }, [queries, id, messages])
  // Not beside what was read before: an admin's hour has ended.
  if (isRefused(thread.error)) return <OpenReported id={id} error={thread.error} />
  return (
    <Loaded
      query={thread}
      skeleton={<FormSkeleton />}
      failure={text('conversation.loadFailed')}
      missing={<NotHere picture="letters" message={text('conversation.missing')} username={username} />}
    >
      {({ data }) => (
        <>
          <Conversation thread={data} isOthers={isOthers} />
          {!isOthers && <PushOffer offer="pets" />}
        </>
      )}
    </Loaded>
  )
}

function Conversation({ thread, isOthers }: { thread: WholeThread; isOthers: boolean }) {
  const text = useText()
  const language = useLanguage()
  const { messages, pet_name: name, read_by_admin_at: readAt } = thread
  const hasSeveral = hasSeveralFinders(messages)
  const dayOf = (message: FoundMessage | undefined) => message && formatLongInstant(message.created_at, language)
  return (
    <Stack component="article" className={`${card.card} ${classes.thread}`}>
      <div className={classes.head}>
        <div className={classes.pet}>
          <Group gap={8} flex="1 1 auto" miw={0} wrap="nowrap">
            <ThreadPhoto photo={thread.pet_photo} />
            <Text component="a" href={paths.petDetail.to({ petId: thread.pet_id })} miw={0} fw={600}>
              {name}
            </Text>
          </Group>
          {!thread.closed_at && <HomeButton thread={thread} />}
        </div>
        <MoreActions thread={thread} />
      </div>
      <details className={threadClasses.scams}>
        <summary>{text('conversation.scams')}</summary>
        <p>{text('conversation.scamsMore')}</p>
      </details>
      {readAt && (
        <Notice kind="info">{text('conversation.readByAdmin', { when: formatLongTime(readAt, language) })}</Notice>
      )}
      {hasSeveral && <Notice kind="info">{text('conversation.several')}</Notice>}
      <div role="log" aria-label={text('conversation.messages')}>
        <ol className={threadClasses.messages}>
          {messages.map((message, index) => (
            <Fragment key={message.id}>
              {dayOf(message) !== dayOf(messages[index - 1]) && <li className={classes.day}>{dayOf(message)}</li>}
              <ThreadMessage message={message} hasSeveral={hasSeveral} isOthers={isOthers} />
            </Fragment>
          ))}
        </ol>
        <NewestMessage key={messages.length} />
      </div>
      {thread.closed_at ? (
        <Notice kind="info">
          {thread.outcome === 'home' ? text('conversation.isHome', { name }) : text('conversation.isClosed')}
        </Notice>
      ) : (
        <AnswerForm thread={thread} />
      )}
    </Stack>
  )
}

/** Brings the end of the messages above the composer, at the start and with each new one. */
function NewestMessage() {
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => void end.current?.scrollIntoView({ block: 'nearest' }), [])
  return <div ref={end} className={classes.end} />
}

// As high as a finder's box at most.
const LOW = { input: { maxBlockSize: '30vh' } }

export function AnswerForm({ thread }: { thread: WholeThread }) {
  const text = useText()
  const id = String(thread.id)
  const draft = useOwnDraft(`found-answer-${id}`)
  const { form, clearSent } = useDraftedForm({ initial: { message: '' }, draft, errorsOf: () => ({}) })
  const { save } = useSave({
    call: foundCalls.answer,
    params: { id },
    send: async (message: string, options) =>
      (await request(foundCalls.answer, { params: { id }, body: { message } }, options)).reply,
    onSaved: (reply, message, queries) => {
      clearSent({ message })
      keepThread(queries, reply)
    },
  })
  const { formProps, isBusy, otherFailure } = useSubmit(form, text('conversation.failed'), async ({ message }) => {
    if (message.trim()) await save(message)
  })

  return (
    <form {...formProps} className={threadClasses.composer}>
      {otherFailure && <Notice kind="failed">{otherFailure}</Notice>}
      <Textarea
        label={text('conversation.answer')}
        rows={1}
        styles={LOW}
        maxLength={500}
        {...form.getInputProps('message')}
      />
      <Button type="submit" loading={isBusy}>
        {text('conversation.send')}
      </Button>
    </form>
  )
}

/** True if an admin may not read a conversation, or has to give a reason first. */
export const isRefused = (error: unknown): error is CallError =>
  error instanceof CallError && (error.code === 'found_not_reported' || error.code === 'found_needs_reason')

/** Replaces a conversation that an admin has not opened. */
export function OpenReported({ id, error: { code } }: { id: string; error: CallError }) {
  const text = useText()
  const [isOpen, setIsOpen] = useState(false)
  const isReported = code === 'found_needs_reason'
  return (
    <EmptyState picture="papers" message={text(isReported ? 'conversation.needsReason' : 'conversation.notReported')}>
      {isReported && <Button onClick={() => setIsOpen(true)}>{text('conversation.open')}</Button>}
      {isOpen && <ReasonForReading id={id} onClose={() => setIsOpen(false)} />}
    </EmptyState>
  )
}

function ReasonForReading({ id, onClose }: { id: string; onClose: () => void }) {
  const text = useText()
  const dialog = useRef<DialogHandle>(null)
  const queries = useQueryClient()

  async function open(body: { reason: string }) {
    const { reply } = await request(foundCalls.openReported, { params: { id }, body })
    dialog.current?.close()
    keepThread(queries, reply)
  }

  return (
    <ReasonDialog
      ref={dialog}
      draft={useOwnDraft(`found-open-${id}`)}
      title={text('conversation.openQuestion')}
      explanation={text('conversation.openExplanation')}
      label={text('conversation.openReason')}
      submitLabel={text('conversation.open')}
      failureText={text('conversation.failed')}
      onSubmit={open}
      onClose={onClose}
    />
  )
}

const NAMES: Record<FoundBy, PlainId> = {
  finder: 'conversation.finder',
  owner: 'conversation.you',
  foundation: 'conversation.foundation',
}

type MessageProps = { message: FoundMessage; hasSeveral: boolean; isOthers: boolean }

/** `hasSeveral` if more than one finder has written to the thread, `isOthers` if it is about the pet of somebody else. */
function ThreadMessage({ message, hasSeveral, isOthers }: MessageProps) {
  const text = useText()
  const language = useLanguage()
  const { by, finder, photo, name, contact, place, created_at } = message
  const author = text(isOthers && by === 'owner' ? 'conversation.owner' : NAMES[by])
  const shown = hasSeveral && finder !== null ? text('conversation.finderNumber', { number: finder }) : author
  // The side of the message tells an owner who wrote it.
  const isClear = by === 'finder' && !hasSeveral && !isOthers
  return (
    <li
      className={threadClasses.message}
      data-own={by !== 'finder' || undefined}
      data-pair={(!hasSeveral && !isOthers && by !== 'foundation') || undefined}
    >
      <p className={threadClasses.head}>
        {isClear ? screenReaderOnly(shown) : <strong>{shown}</strong>}{' '}
        <time dateTime={created_at}>{formatClock(created_at, language)}</time>
      </p>
      {message.message && <p className={threadClasses.typed}>{shownWords(message.message, text)}</p>}
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
      {(place ?? name ?? contact) && (
        <Stack component="dl" gap={4} m={0}>
          {place && <Fact label={text('conversation.place')} value={place} />}
          {name && <Fact label={text('conversation.name')} value={name} />}
          {contact && <Fact label={text('conversation.contact')} value={<Contact typed={contact} />} />}
        </Stack>
      )}
      <Location message={message} />
    </li>
  )
}

function Fact({ label, value }: { label: string; value: ReactNode }) {
  return (
    <div>
      <Text component="dt" c="dimmed">
        {label}
      </Text>
      <Text component="dd" fw={600}>
        {value}
      </Text>
    </div>
  )
}

/** Each number of a contact is a button, and each address a link; words around them stay above the links. */
function Contact({ typed }: { typed: string }) {
  const text = useText()
  const links = contactLinks(typed)
  const whatsApp = whatsAppNumberOf(links)
  if (links.length === 0) return typed
  const saysMore = typed.length > links.map((link) => link.text).join(', ').length
  return (
    <>
      {saysMore && <span>{typed}</span>}
      <span className={classes.contact}>
        {links.map(({ kind, href, text: shown }) =>
          kind === 'phone' ? (
            <Button
              key={href}
              component="a"
              href={href}
              variant="outline"
              leftSection={<IconPhone size={18} aria-hidden />}
            >
              {shown}
            </Button>
          ) : (
            // An address may be too long for a button.
            <a key={href} href={href} className={classes.address}>
              {shown}
            </a>
          ),
        )}
        {whatsApp && (
          <Button
            component="a"
            href={`https://wa.me/${whatsApp}`}
            target="_blank"
            rel="noopener noreferrer"
            variant="default"
            leftSection={<IconBrandWhatsapp size={18} aria-hidden />}
          >
            {text('conversation.whatsApp')}
          </Button>
        )}
      </span>
    </>
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
      <a href={mapAddress(place)} target="_blank" rel="noopener noreferrer">
        {text('conversation.openMap')}
      </a>
    </p>
  )
}
