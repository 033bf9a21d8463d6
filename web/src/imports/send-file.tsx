import { Button, Radio, TextInput } from '@mantine/core'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Radio.css'
import { areaOf, IMPORT_AREAS, IMPORT_ROWS_MAX, type ImportArea, type ImportKind } from '@petsetu/contract/imports.ts'
import { formatCount } from '@petsetu/languages/formats.ts'
import { type FormEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useText } from '../languages/use-text.tsx'
import { messageOf, request } from '../lib/request.ts'
import { sendForm } from '../lib/send-form.ts'
import { useSave } from '../ui/form/use-save.ts'
import card from '../ui/layout/card.module.css'
import { DownloadButton } from '../ui/table/download-button.tsx'
import { addressOf, callsOf, KIND_LABELS } from './import-kinds.ts'
import classes from './imports.module.css'

/** What to import, and the file. The next step has a page of its own. */
export function SendFile({ areas }: { areas: ImportArea[] }) {
  const text = useText()
  const navigate = useNavigate()
  const kinds: ImportKind[] = areas.flatMap((area) => [...IMPORT_AREAS[area].kinds])
  const [kind, setKind] = useState<ImportKind>(kinds[0] ?? 'pets')
  const [file, setFile] = useState<File | null>(null)
  const [error, setError] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const calls = callsOf(areaOf(kind))
  const sending = useSave({
    call: calls.create,
    send: (chosen: File, { idempotencyKey }) => {
      const send = sendForm({ files: [[calls.create.multipart, chosen]], onProgress: () => {} })
      return request(
        calls.create,
        { body: { kind: kind as 'pets' } },
        { send, ...(idempotencyKey && { idempotencyKey }) },
      )
    },
    // Another file would be refused under the key of one that did not arrive.
    rowOf: ({ name, size, lastModified }) => [kind, name, size, lastModified].join(':'),
    onSaved: ({ reply }) => void navigate(addressOf(reply.data)),
  })

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!file) return refuse(text('imports.fileMissing'))
    try {
      await sending.save(file)
    } catch (failure) {
      refuse(messageOf(failure, text('imports.sendFailed')))
    }
  }

  function refuse(message: string) {
    setError(message)
    field.current?.focus()
  }

  return (
    <form className={`${card.card} ${classes.send}`} noValidate onSubmit={(event) => void submit(event)}>
      <Radio.Group
        label={text('imports.what')}
        value={kind}
        onChange={(value) => setKind(value as ImportKind)}
        className={classes.kinds ?? ''}
      >
        {kinds.map((one) => (
          <Radio key={one} value={one} label={text(KIND_LABELS[one])} />
        ))}
      </Radio.Group>
      <TextInput
        ref={field}
        type="file"
        accept=".csv,text/csv"
        label={text('imports.file')}
        description={text('imports.fileHint', { max: formatCount(IMPORT_ROWS_MAX) })}
        error={error}
        onChange={(event) => {
          setFile(event.currentTarget.files?.[0] ?? null)
          setError(null)
        }}
      />
      <div className={classes.buttons}>
        <Button type="submit" loading={sending.isBusy}>
          {text('imports.next')}
        </Button>
        <DownloadButton
          call={calls.template}
          input={{ query: { kind: kind as 'pets' } }}
          failure={text('imports.templateFailed')}
        >
          {text('imports.template')}
        </DownloadButton>
      </div>
    </form>
  )
}
