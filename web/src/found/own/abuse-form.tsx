import { Button, Textarea } from '@mantine/core'
import { foundCalls } from '@petsetu/contract/found.ts'
import { IconFlag } from '@tabler/icons-react'
import { useState } from 'react'
import { useOwnDraft } from '../../auth/use-own-draft.ts'
import { useText } from '../../languages/use-text.tsx'
import { request } from '../../lib/request.ts'
import { useDraftedForm } from '../../lib/use-drafted-form.ts'
import { useSave } from '../../ui/form/use-save.ts'
import classes from './found-thread.module.css'
import { keepThread, type WholeThread } from './thread-query.ts'

/** A button that opens a form: the admins read why, before they read the thread. */
export function AbuseForm({ thread }: { thread: WholeThread }) {
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
