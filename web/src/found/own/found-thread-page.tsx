import { Button } from '@mantine/core'
import { paths } from '@petsetu/contract/paths.ts'
import { IconBellOff, IconHome, IconMessage } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useParams } from 'react-router'
import { useUser } from '../../auth/session.ts'
import { useText } from '../../languages/use-text.tsx'
import type { LoadFirst } from '../../lib/first-data.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { FormSkeleton } from '../../ui/feedback/list-skeletons.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { BackLink } from '../../ui/layout/back-link.tsx'
import { PageTitle } from '../../ui/layout/page-title.tsx'
import threadClasses from '../thread.module.css'
import { AbuseForm } from './abuse-form.tsx'
import { AnswerForm } from './answer-form.tsx'
import classes from './found-thread.module.css'
import { ThreadMessage } from './thread-message.tsx'
import { markRead, threadQuery, type WholeThread } from './thread-query.ts'
import { useThreadActions } from './use-thread-actions.ts'

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

FoundThreadPage.load = ((prefetch, { params: { id = '' } }) => prefetch(threadQuery(id))) satisfies LoadFirst

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
