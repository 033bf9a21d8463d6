import type { ImportKind } from '@petsetu/contract/imports.ts'
import { type FormEvent, useRef, useState } from 'react'
import { useText } from '../languages/use-text.tsx'
import { messageOf, request } from '../lib/request.ts'
import { sendForm } from '../lib/send-form.ts'
import { useLeave } from '../lib/use-leave.ts'
import { useSave } from '../ui/form/use-save.ts'
import { addressOf, type callsOf } from './import-kinds.ts'

/** The chosen file, and sending it, which leads to the page of its import. `field` is the input on the page. */
export function useSendFile(kind: ImportKind, { create }: ReturnType<typeof callsOf>) {
  const text = useText()
  const leaveTo = useLeave()
  const [file, setFile] = useState<File | null>(null)
  const [error, setError] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const sending = useSave({
    call: create,
    send: (chosen: File, { idempotencyKey }) => {
      const send = sendForm({ files: [[create.multipart, chosen]], onProgress: () => {} })
      return request(create, { body: { kind: kind as 'pets' } }, { send, ...(idempotencyKey && { idempotencyKey }) })
    },
    // Another file would be rejected under the key of one that did not arrive.
    rowOf: ({ name, size, lastModified }) => [kind, name, size, lastModified].join(':'),
    onSaved: ({ reply }) => void leaveTo(addressOf(reply.data)),
  })

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!file) return showError(text('imports.fileMissing'))
    try {
      await sending.save(file)
    } catch (failure) {
      showError(messageOf(failure, text('imports.sendFailed')))
    }
  }

  function showError(message: string) {
    setError(message)
    field.current?.focus()
  }

  function choose(chosen: File | null) {
    setFile(chosen)
    setError(null)
  }

  return { field, error, isBusy: sending.isBusy, choose, submit }
}
