import { Button, Textarea } from '@mantine/core'
import { foundCalls } from '@petsetu/contract/pets/found.ts'
import { useOwnDraft } from '../../../people/auth/use-own-draft.ts'
import { useText } from '../../../platform/languages/use-text.tsx'
import { request } from '../../../platform/lib/request.ts'
import { useDraftedForm } from '../../../platform/lib/use-drafted-form.ts'
import { useSave } from '../../../platform/ui/form/use-save.ts'
import classes from './found-thread.module.css'
import { keepThread, type WholeThread } from './thread-query.ts'

export function AnswerForm({ thread }: { thread: WholeThread }) {
  const text = useText()
  const id = String(thread.id)
  const draft = useOwnDraft(`found-answer-${id}`)
  const { form, clear } = useDraftedForm({ initial: { message: '' }, draft, errorsOf: () => ({}) })
  const answer = useSave({
    call: foundCalls.answer,
    params: { id },
    send: async (message: string, options) =>
      (await request(foundCalls.answer, { params: { id }, body: { message } }, options)).reply,
    onSaved: (reply, _, queries) => {
      clear()
      keepThread(queries, reply)
    },
    failure: { fallback: text('conversation.failed') },
  })

  return (
    <form
      className={classes.composer}
      onSubmit={form.onSubmit(({ message }) => {
        if (message.trim()) answer.start(message)
      })}
    >
      <Textarea
        label={text('conversation.answer')}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={500}
        {...form.getInputProps('message')}
      />
      <Button type="submit" loading={answer.isBusy}>
        {text('conversation.send')}
      </Button>
    </form>
  )
}
