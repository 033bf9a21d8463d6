import { Button } from '@mantine/core'
import { EntryForm } from '@petsetu/contract/case-entry.ts'
import { caseCalls } from '@petsetu/contract/cases.ts'
import { complaintCalls } from '@petsetu/contract/complaints.ts'
import { paths } from '@petsetu/contract/paths.ts'
import { useState } from 'react'
import { useOwnDraft } from '../../../auth/use-own-draft.ts'
import { RichText, useLanguage, useText } from '../../../languages/use-text.tsx'
import { requestData } from '../../../lib/request-data.ts'
import { useDraftedForm } from '../../../lib/use-drafted-form.ts'
import { useLeave } from '../../../lib/use-leave.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { showSuccess } from '../../../ui/feedback/toast.ts'
import { AgreedField } from '../../../ui/form/agreed-field.tsx'
import classes from '../../../ui/form/form-page.module.css'
import { schemaErrors } from '../../../ui/form/schema-errors.ts'
import { useSave } from '../../../ui/form/use-save.ts'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import card from '../../../ui/layout/card.module.css'
import { type ComplaintValues, complaintOf, EMPTY_COMPLAINT } from '../../file/complaint-values.ts'
import type { EntryChoices } from './entry-choices.ts'
import { EntryFields } from './entry-fields.tsx'

const schemaErrorsOf = schemaErrors(EntryForm)
const bodyOf = (values: ComplaintValues, choices: EntryChoices) => ({ ...complaintOf(values), ...choices })

/** Writes down a complaint for somebody else, and leads to its page. */
export function EntryEditor() {
  const text = useText()
  const leaveTo = useLeave()
  const language = useLanguage()
  const [choices, setChoices] = useState<EntryChoices>({ source: 'phone', language, agreed: false })
  const { form, isRestored, forgetDraft } = useDraftedForm<ComplaintValues>({
    initial: EMPTY_COMPLAINT,
    draft: useOwnDraft('case-entry'),
    errorsOf: (values) => schemaErrorsOf(bodyOf(values, choices)),
  })
  const { save } = useSave({
    call: caseCalls.enter,
    send: (body: ReturnType<typeof bodyOf>, options) =>
      requestData(caseCalls.enter, { body: { ...body, agreed: true } }, options),
    invalidates: [complaintCalls.listAll],
  })
  const { formProps, isBusy, failure } = useSubmit(form, text('caseEntry.saveFailed'), async (values) => {
    const { id } = await save(bodyOf(values, choices))
    await forgetDraft()
    showSuccess(text('caseEntry.saved'))
    await leaveTo(paths.complaintDetail.to({ id }))
  })

  async function leave() {
    await forgetDraft()
    await leaveTo(paths.complaints.to({}))
  }

  return (
    <form {...formProps} className={classes.form}>
      {failure && (
        <Notice kind="failed" takesFocus>
          {failure}
        </Notice>
      )}
      {isRestored && <Notice kind="info">{text('forms.restored')}</Notice>}
      <div className={`${card.card} ${classes.fields}`}>
        <EntryFields form={form} choices={choices} onChoose={(chosen) => setChoices({ ...choices, ...chosen })} />
        <AgreedField
          label={text('caseEntry.agreed')}
          hint={<RichText id="caseEntry.agreedHint" fill={{ link: noticeLink }} />}
          error={form.errors.agreed}
          isAgreed={choices.agreed}
          onChange={(agreed) => {
            setChoices({ ...choices, agreed })
            form.clearFieldError('agreed')
          }}
        />
      </div>
      <div className={classes.buttons}>
        <Button variant="default" disabled={isBusy} onClick={leave}>
          {text('controls.cancel')}
        </Button>
        <Button type="submit" loading={isBusy}>
          {text('caseEntry.save')}
        </Button>
      </div>
    </form>
  )
}

const noticeLink = (words: string) => (
  <a href={paths.privacy.to({})} target="_blank" rel="noopener">
    {words}
  </a>
)
