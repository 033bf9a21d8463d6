import { Button, Textarea } from '@mantine/core'
import { foundCalls } from '@petsetu/contract/found.ts'
import { type FormEvent, useState } from 'react'
import { useText } from '../../languages/use-text.tsx'
import { request } from '../../lib/request.ts'
import { useSave } from '../../ui/form/use-save.ts'
import classes from './found-thread.module.css'
import { keepThread, type WholeThread } from './thread-query.ts'

export function AnswerForm({ thread }: { thread: WholeThread }) {
  const text = useText()
  const [typed, setTyped] = useState('')
  const answer = useSave({
    call: foundCalls.answer,
    send: async (message: string, options) =>
      (await request(foundCalls.answer, { params: { id: String(thread.id) }, body: { message } }, options)).reply,
    onSaved: (reply, _, queries) => {
      setTyped('')
      keepThread(queries, reply)
    },
    failure: { fallback: text('conversation.failed') },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (typed.trim()) answer.start(typed)
  }

  return (
    <form className={classes.form} onSubmit={submit}>
      <Textarea
        label={text('conversation.answer')}
        autosize
        minRows={3}
        maxLength={500}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button type="submit" loading={answer.isBusy}>
        {text('conversation.send')}
      </Button>
    </form>
  )
}
