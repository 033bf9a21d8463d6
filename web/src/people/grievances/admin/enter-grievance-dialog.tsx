import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { paths } from '@petsetu/contract/paths.ts'
import { GRIEVANCE_TEXT_MAX, GrievanceEntry, grievanceCalls } from '@petsetu/contract/people/grievances.ts'
import type { Input } from '@petsetu/contract/platform/call.ts'
import { LANGUAGES, languages } from '@petsetu/languages/languages.ts'
import { useRef } from 'react'
import { useNavigate } from 'react-router'
import { pageLanguage } from '../../../platform/languages/page-language.ts'
import { useText } from '../../../platform/languages/use-text.tsx'
import { request } from '../../../platform/lib/requests/request.ts'
import { useDraftedForm } from '../../../platform/lib/use-drafted-form.ts'
import classes from '../../../platform/ui/feedback/dialog.module.css'
import { Dialog } from '../../../platform/ui/feedback/dialog.tsx'
import { showSuccess } from '../../../platform/ui/feedback/toast.ts'
import { DialogForm } from '../../../platform/ui/form/dialog-form.tsx'
import { schemaErrors } from '../../../platform/ui/form/schema-errors.ts'
import { useSave } from '../../../platform/ui/form/use-save.ts'
import { useSubmit } from '../../../platform/ui/form/use-submit.ts'
import { useOwnDraft } from '../../auth/use-own-draft.ts'

type Body = Input<typeof grievanceCalls.enter>['body']

const errorsOf = schemaErrors(GrievanceEntry)

/** Writes down what somebody says at the desk or on the phone, then opens it, so that its number can be said. */
export function EnterGrievanceDialog({ onClose }: { onClose: () => void }) {
  const text = useText()
  const dialog = useRef<HTMLDialogElement>(null)
  const navigate = useNavigate()
  const { save } = useSave({
    call: grievanceCalls.enter,
    send: (body: Body, options) => request(grievanceCalls.enter, { body, ...options }),
    invalidates: [grievanceCalls.list],
  })
  const { form, forgetDraft } = useDraftedForm({
    initial: {
      way: 'call',
      kind: 'other',
      language: pageLanguage() as string,
      name: '',
      email: '',
      phone: '',
      text: '',
    },
    draft: useOwnDraft('grievance'),
    errorsOf,
    checksOnBlur: false,
  })
  const { formProps, isBusy, failure } = useSubmit(form, text('grievances.enterFailed'), async (values) => {
    const { reply } = await save(GrievanceEntry.parse(values))
    await forgetDraft()
    showSuccess(text('grievances.enterDone', { number: reply.data.number }))
    dialog.current?.close()
    await navigate(paths.grievance.to({ id: reply.data.id }))
  })
  return (
    <Dialog ref={dialog} title={text('grievances.enter')} onClose={onClose}>
      <DialogForm
        dialog={dialog}
        formProps={formProps}
        isBusy={isBusy}
        failure={failure}
        submitLabel={text('grievances.enterSave')}
      >
        <p className={classes.text}>{text('grievances.enterHint')}</p>
        <NativeSelect
          label={text('grievances.way')}
          data={[
            { value: 'call', label: text('grievances.call') },
            { value: 'desk', label: text('grievances.desk') },
          ]}
          mb={16}
          {...form.getInputProps('way')}
        />
        <NativeSelect
          label={text('grievances.kind')}
          data={[
            { value: 'other', label: text('grievances.other') },
            { value: 'data', label: text('grievances.data') },
          ]}
          mb={16}
          {...form.getInputProps('kind')}
        />
        <Textarea
          label={text('grievances.text')}
          rows={4}
          maxLength={GRIEVANCE_TEXT_MAX}
          required
          mb={16}
          {...form.getInputProps('text')}
        />
        <TextInput label={text('labels.name')} maxLength={100} required mb={16} {...form.getInputProps('name')} />
        <TextInput
          label={text('labels.email')}
          description={text('grievances.contactHint')}
          type="email"
          mb={16}
          {...form.getInputProps('email')}
        />
        <TextInput label={text('labels.phone')} type="tel" maxLength={30} mb={16} {...form.getInputProps('phone')} />
        <NativeSelect
          label={text('grievances.language')}
          data={LANGUAGES.map((value) => ({ value, label: languages[value].name }))}
          mb={16}
          {...form.getInputProps('language')}
        />
      </DialogForm>
    </Dialog>
  )
}
