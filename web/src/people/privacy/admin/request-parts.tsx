import { Text, Textarea } from '@mantine/core'
import { dashboardCalls } from '@petsetu/contract/office/dashboard.ts'
import { type ListedPrivacyRequest, PrivacyAnswer, privacyCalls } from '@petsetu/contract/people/privacy.ts'
import { PRIVACY_NOTE_MAX } from '@petsetu/contract/people/privacy-kinds.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useText } from '../../../platform/languages/use-text.tsx'
import { useDraftedForm } from '../../../platform/lib/drafts/use-drafted-form.ts'
import { refetch } from '../../../platform/lib/requests/call-query.ts'
import { request as send } from '../../../platform/lib/requests/request.ts'
import type { DialogHandle } from '../../../platform/ui/dialog/dialog.tsx'
import { FormDialog } from '../../../platform/ui/dialog/form-dialog.tsx'
import { restoreFocus } from '../../../platform/ui/feedback/restore-focus.ts'
import { showSuccess } from '../../../platform/ui/feedback/toast.ts'
import { useLazyValidation } from '../../../platform/ui/form/use-lazy-validation.ts'
import { useSubmit } from '../../../platform/ui/form/use-submit.ts'
import { useOwnDraft } from '../../auth/use-own-draft.ts'

/** Says in which way a request came: with a code, from an account, or from a nominee. */
export function askedBy(text: Translate, { username, nominee_email, nominee_name }: ListedPrivacyRequest): string {
  if (nominee_email !== null) return text('privacyRequests.byNominee', { name: nominee_name ?? '' })
  return username === null ? text('privacyRequests.byCode') : text('privacyRequests.byAccount', { username })
}

type Props = { request: ListedPrivacyRequest; onClose: () => void }

// The menu counts the open ones.
const STALE_ONCE_DONE = [privacyCalls.listAll, privacyCalls.read, dashboardCalls.waiting]

/** Asks for the answer to the person, then marks the request as done. */
export function RequestDoneDialog({ request: { id, kind, email, nominee_email: answerTo }, onClose }: Props) {
  const text = useText()
  const dialog = useRef<DialogHandle>(null)
  const queries = useQueryClient()
  const { form, forgetDraft } = useDraftedForm({
    initial: { answer: '' },
    draft: useOwnDraft(`privacy-answer-${id}`),
    errorsOf: useLazyValidation(async () => PrivacyAnswer),
    checksOnBlur: false,
  })
  const submit = useSubmit(form, text('privacyRequests.failed'), async (body) => {
    await send(privacyCalls.finish, { params: { id: String(id) }, body })
    await forgetDraft()
    showSuccess(text('privacyRequests.isDone', { number: id }))
    dialog.current?.close()
    await refetch(queries, ...STALE_ONCE_DONE)
    // The button that opened the dialog has gone.
    restoreFocus()
  })
  return (
    <FormDialog
      ref={dialog}
      title={text('privacyRequests.question', { number: id })}
      {...submit}
      submitLabel={text('privacyRequests.markDone')}
      onClose={onClose}
    >
      <Text mb="md">
        {text('privacyRequests.before', { kind: text(`privacyKinds.${kind}`), person: email })}{' '}
        {kind === 'erase' && text('privacyRequests.beforeErase')}
      </Text>
      <Textarea
        label={text('labels.answer')}
        description={text(answerTo ? 'privacyRequests.answerHintNominee' : 'privacyRequests.answerHint')}
        rows={4}
        maxLength={PRIVACY_NOTE_MAX}
        required
        mb={16}
        {...form.getInputProps('answer')}
      />
    </FormDialog>
  )
}
