import { useForm } from '@mantine/form'
import { accountCalls } from '@petsetu/contract/account.ts'
import { useEffect, useRef } from 'react'
import { useText } from '../languages/use-text.tsx'
import { saveReply } from '../lib/save-reply.ts'
import { Dialog } from '../ui/feedback/dialog.tsx'
import { DialogForm } from '../ui/form/dialog-form.tsx'
import { useSubmit } from '../ui/form/use-submit.ts'
import { CodeField } from './code-field.tsx'

/** Asks for the code of the second factor before one's own data is downloaded; closing it cancels the download. */
export function DownloadDataDialog({ onClose }: { onClose: () => void }) {
  const text = useText()
  const dialog = useRef<HTMLDialogElement>(null)
  const running = useRef(new AbortController())
  useEffect(() => () => running.current.abort(), [])
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: (code) => (code ? null : text('problems.required', { field: text('labels.code') })) },
  })
  const { formProps, isBusy, failure } = useSubmit(form, text('personalData.downloadFailed'), async (body) => {
    running.current = new AbortController()
    await saveReply(accountCalls.downloadData, { body }, running.current.signal)
    dialog.current?.close()
  })
  return (
    <Dialog ref={dialog} title={text('personalData.downloadTitle')} onClose={onClose}>
      <DialogForm
        dialog={dialog}
        formProps={formProps}
        isBusy={isBusy}
        failure={form.errors.code ? null : failure}
        submitLabel={text('personalData.download')}
      >
        <CodeField {...form.getInputProps('code')} />
      </DialogForm>
    </Dialog>
  )
}
