import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { paths } from '@petsetu/contract/paths.ts'
import { NomineeRequest, privacyCalls } from '@petsetu/contract/people/privacy.ts'
import type { Input } from '@petsetu/contract/platform/call.ts'
import { useRef } from 'react'
import { useNavigate } from 'react-router'
import { useText } from '../../../platform/languages/use-text.tsx'
import { request } from '../../../platform/lib/requests/request.ts'
import { useDraftedForm } from '../../../platform/lib/use-drafted-form.ts'
import classes from '../../../platform/ui/feedback/dialog.module.css'
import { Dialog } from '../../../platform/ui/feedback/dialog.tsx'
import { DialogForm } from '../../../platform/ui/form/dialog-form.tsx'
import { schemaErrors } from '../../../platform/ui/form/schema-errors.ts'
import { useSave } from '../../../platform/ui/form/use-save.ts'
import { useSubmit } from '../../../platform/ui/form/use-submit.ts'
import { useOwnDraft } from '../../auth/use-own-draft.ts'

type Body = Input<typeof privacyCalls.enterForNominee>['body']

const errorsOf = schemaErrors(NomineeRequest)
const KINDS = ['export', 'correct', 'erase'] as const

/** Enters what a nominee asks for in the place of the person who named them, then opens the request. */
export function NomineeRequestDialog({ onClose }: { onClose: () => void }) {
  const text = useText()
  const dialog = useRef<HTMLDialogElement>(null)
  const navigate = useNavigate()
  const { save } = useSave({
    call: privacyCalls.enterForNominee,
    send: (body: Body, options) => request(privacyCalls.enterForNominee, { body, ...options }),
    invalidates: [privacyCalls.listAll],
  })
  const { form, forgetDraft } = useDraftedForm({
    initial: { email: '', kind: 'export' as string, note: '', nominee_email: '', proof: '' },
    draft: useOwnDraft('nominee-request'),
    errorsOf,
    checksOnBlur: false,
  })
  const { formProps, isBusy, failure } = useSubmit(form, text('privacyRequests.enterNomineeFailed'), async (values) => {
    const { reply } = await save(NomineeRequest.parse(values))
    await forgetDraft()
    dialog.current?.close()
    await navigate(paths.privacyCase.to({ id: reply.data.id }))
  })
  return (
    <Dialog ref={dialog} title={text('privacyRequests.nomineeAsks')} onClose={onClose}>
      <DialogForm
        dialog={dialog}
        formProps={formProps}
        isBusy={isBusy}
        failure={failure}
        submitLabel={text('privacyRequests.enterNominee')}
      >
        <p className={classes.text}>{text('privacyRequests.nomineeAsksHint')}</p>
        <TextInput
          label={text('privacyRequests.personEmail')}
          type="email"
          required
          mb={16}
          {...form.getInputProps('email')}
        />
        <NativeSelect
          label={text('privacyRequests.asks')}
          data={KINDS.map((value) => ({ value, label: text(`privacyKinds.${value}`) }))}
          mb={16}
          {...form.getInputProps('kind')}
        />
        <Textarea label={text('labels.note')} rows={3} maxLength={2_000} mb={16} {...form.getInputProps('note')} />
        <TextInput
          label={text('privacyRequests.nomineeEmail')}
          description={text('privacyRequests.nomineeEmailHint')}
          type="email"
          required
          mb={16}
          {...form.getInputProps('nominee_email')}
        />
        <TextInput
          label={text('privacyRequests.proof')}
          description={text('privacyRequests.proofHint')}
          maxLength={200}
          required
          mb={16}
          {...form.getInputProps('proof')}
        />
      </DialogForm>
    </Dialog>
  )
}
