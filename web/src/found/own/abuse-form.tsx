import { Button, Textarea } from '@mantine/core'
import { foundCalls } from '@petsetu/contract/found.ts'
import { IconFlag } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useText } from '../../languages/use-text.tsx'
import { request } from '../../lib/request.ts'
import { useSave } from '../../ui/form/use-save.ts'
import classes from './found-thread.module.css'
import { keepThread, type WholeThread } from './thread-query.ts'

/** A button that opens a form: the admins read why, before they read the thread. */
export function AbuseForm({ thread }: { thread: WholeThread }) {
  const text = useText()
  const [reason, setReason] = useState('')
  const [isOpen, setOpen] = useState(false)
  const report = useSave({
    call: foundCalls.reportAbuse,
    send: async (typed: string) =>
      (await request(foundCalls.reportAbuse, { params: { id: String(thread.id) }, body: { reason: typed } })).reply,
    onSaved: (reply, _, queries) => keepThread(queries, reply),
    failure: { fallback: text('conversation.failed') },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (reason.trim()) report.start(reason)
  }

  if (!isOpen) {
    return (
      <Button variant="default" leftSection={<IconFlag size={18} aria-hidden />} onClick={() => setOpen(true)}>
        {text('conversation.abuse')}
      </Button>
    )
  }
  return (
    <form className={classes.form} onSubmit={submit}>
      <Textarea
        label={text('conversation.abuseReason')}
        description={text('conversation.abuseExplanation')}
        autosize
        minRows={2}
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Button type="submit" loading={report.isBusy}>
        {text('conversation.sendAbuse')}
      </Button>
    </form>
  )
}
