import { Button, Group, Stack, Textarea } from '@mantine/core'
import { useMergedRef } from '@mantine/hooks'
import { foundCalls } from '@petsetu/contract/pets/found.ts'
import { petCalls } from '@petsetu/contract/pets/pets.ts'
import type { Reply } from '@petsetu/contract/platform/call.ts'
import { IconBellOff, IconDots, IconFlag, IconHome } from '@tabler/icons-react'
import type { QueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useOwnDraft } from '../../../people/auth/use-own-draft.ts'
import { useText } from '../../../platform/languages/use-text.tsx'
import { useDraftedForm } from '../../../platform/lib/drafts/use-drafted-form.ts'
import { callQuery } from '../../../platform/lib/requests/call-query.ts'
import { request } from '../../../platform/lib/requests/request.ts'
import { Notice } from '../../../platform/ui/feedback/notice.tsx'
import { restoreFocus } from '../../../platform/ui/feedback/restore-focus.ts'
import { useSave } from '../../../platform/ui/form/use-save.ts'
import { useSubmit } from '../../../platform/ui/form/use-submit.ts'
import { ownThreads } from '../../../shared/pets/own-threads.ts'
import classes from './found-thread.module.css'

/** Ends the conversation for both sides, because the pet is home. */
export function HomeButton({ thread }: { thread: WholeThread }) {
  const text = useText()
  const home = useSave({
    call: foundCalls.close,
    send: async (ended: WholeThread) => (await request(foundCalls.close, paramsOf(ended))).reply,
    confirm: ({ pet_name: name }) => ({
      title: text('conversation.homeQuestion', { name }),
      children: text('conversation.homeExplanation', { name }),
      confirmLabel: text('conversation.homeAgain'),
    }),
    onSaved: (reply, _, queries) => keepThread(queries, reply),
    invalidates: [foundCalls.listOwn, petCalls.listOwn, petCalls.read],
    failure: { fallback: text('conversation.failed') },
  })
  return (
    <Button
      variant="outline"
      leftSection={<IconHome size={18} aria-hidden />}
      loading={home.isBusy}
      onClick={() => home.start(thread)}
    >
      {text('conversation.home', { name: thread.pet_name })}
    </Button>
  )
}

/** Folded, because few people need it: no mails and notices for a while, and help against a finder who threatens. */
export function MoreActions({ thread }: { thread: WholeThread }) {
  const text = useText()
  const summary = useRef<HTMLElement>(null)
  // The button that was pressed has given way to a sentence.
  const focus = () => summary.current
  const mute = useSave({
    call: foundCalls.mute,
    send: async (muted: WholeThread) => (await request(foundCalls.mute, paramsOf(muted))).reply,
    onSaved: (reply, _, queries) => keepThread(queries, reply),
    focus,
    success: (_, { pet_name: name }) => text('conversation.muted', { name }),
    failure: { fallback: text('conversation.failed') },
  })
  return (
    <details className={classes.more}>
      <summary ref={summary} aria-label={text('pets.more', { name: thread.pet_name })}>
        <IconDots size={20} aria-hidden />
      </summary>
      <Group gap="xs">
        {thread.muted_until ? (
          <p>{text('conversation.isMuted', { name: thread.pet_name })}</p>
        ) : (
          <Button
            variant="default"
            leftSection={<IconBellOff size={18} aria-hidden />}
            loading={mute.isBusy}
            onClick={() => mute.start(thread)}
          >
            {text('conversation.mute', { name: thread.pet_name })}
          </Button>
        )}
        {thread.abuse_reported_at ? (
          <p>{text('conversation.abuseReported')}</p>
        ) : (
          <AbuseForm thread={thread} focus={focus} />
        )}
      </Group>
    </details>
  )
}

const paramsOf = ({ id }: WholeThread) => ({ params: { id: String(id) } })

/** A text that was typed before a new login is shown again, not only kept. */
function openFold(form: HTMLFormElement | null): void {
  const fold = form?.closest('details')
  if (fold) fold.open = true
}

type AbuseProps = { thread: WholeThread; focus: () => HTMLElement | null }

/** A button that opens a form: the admins read why, before they read the thread. `focus` finds what has the focus once it is sent. */
function AbuseForm({ thread, focus }: AbuseProps) {
  const text = useText()
  const draft = useOwnDraft(`found-abuse-${thread.id}`)
  const { form, clear } = useDraftedForm({ initial: { reason: '' }, draft, errorsOf: () => ({}) })
  const [isOpen, setOpen] = useState(false)
  const { save } = useSave({
    call: foundCalls.reportAbuse,
    send: async (typed: string) =>
      (await request(foundCalls.reportAbuse, { params: { id: String(thread.id) }, body: { reason: typed } })).reply,
    onSaved: (reply, _, queries) => {
      clear()
      keepThread(queries, reply)
    },
    focus,
  })
  const { formProps, isBusy, otherFailure } = useSubmit(form, text('conversation.failed'), async ({ reason }) => {
    if (reason.trim()) await save(reason)
  })
  const ref = useMergedRef(formProps.ref, openFold)

  function open() {
    setOpen(true)
    restoreFocus(() => formProps.ref.current?.querySelector('textarea') ?? null)
  }

  if (!isOpen && form.values.reason === '') {
    return (
      <Button variant="default" leftSection={<IconFlag size={18} aria-hidden />} onClick={open}>
        {text('conversation.abuse')}
      </Button>
    )
  }
  return (
    <form {...formProps} ref={ref}>
      <Stack gap="sm">
        <Textarea
          label={text('conversation.abuseReason')}
          description={text('conversation.abuseExplanation')}
          rows={2}
          maxLength={500}
          {...form.getInputProps('reason')}
        />
        {otherFailure && <Notice kind="failed">{otherFailure}</Notice>}
        <Button type="submit" loading={isBusy} style={{ alignSelf: 'start' }}>
          {text('conversation.sendAbuse')}
        </Button>
      </Stack>
    </form>
  )
}

type ThreadReply = Reply<typeof foundCalls.read>
export type WholeThread = ThreadReply['data']

export function threadQuery(id: string) {
  return callQuery(foundCalls.read, { params: { id } })
}

/** Shows what a change answered with. */
export function keepThread(queries: QueryClient, reply: ThreadReply): void {
  queries.setQueryData(threadQuery(String(reply.data.id)).queryKey, reply)
}

/** Nobody waits for it: without it the list only calls the thread new for longer. */
export async function markRead(queries: QueryClient, id: string): Promise<void> {
  await request(foundCalls.markRead, { params: { id } }).catch(() => {})
  await queries.invalidateQueries(ownThreads)
}
