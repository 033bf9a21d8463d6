import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import { Button, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { caseCalls, EntryForm } from '@petsetu/contract/complaints/cases.ts'
import { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { paths } from '@petsetu/contract/paths.ts'
import { linkCalls } from '@petsetu/contract/payments/links.ts'
import { hasDuty } from '@petsetu/contract/people/duties.ts'
import { formatRupees } from '@petsetu/languages/formats.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useUser } from '../../../people/auth/session.ts'
import { useOwnDraft } from '../../../people/auth/use-own-draft.ts'
import { useLanguage, useText } from '../../../platform/languages/use-text.tsx'
import { useLeave } from '../../../platform/lib/address/use-leave.ts'
import { typedRupees } from '../../../platform/lib/amounts.ts'
import { useDraftedForm } from '../../../platform/lib/drafts/use-drafted-form.ts'
import { CallError } from '../../../platform/lib/requests/request.ts'
import { requestData } from '../../../platform/lib/requests/request-data.ts'
import { Notice } from '../../../platform/ui/feedback/notice.tsx'
import { showFailure, showSuccess } from '../../../platform/ui/feedback/toast.ts'
import { FieldGroup } from '../../../platform/ui/fields/field-group.tsx'
import classes from '../../../platform/ui/form/form-page.module.css'
import { schemaErrors } from '../../../platform/ui/form/schema-errors.ts'
import { useSave } from '../../../platform/ui/form/use-save.ts'
import { useSubmit } from '../../../platform/ui/form/use-submit.ts'
import { BackLink } from '../../../platform/ui/layout/back-link.tsx'
import card from '../../../platform/ui/layout/card.module.css'
import { PageTitle } from '../../../platform/ui/layout/page-title.tsx'
import fold from '../../../platform/ui/layout/unfolds.module.css'
import { keyOfMadeLink } from '../../../shared/pay-links/pay-links.tsx'
import { type AgreedChoices, AgreedFields } from '../../../shared/privacy/agreed-field.tsx'
import {
  bindField,
  type ComplaintValues,
  complaintOf,
  EMPTY_COMPLAINT,
  type Form,
  feeErrorOf,
} from '../../file/complaint-values.ts'
import { DateField, TypeField } from '../../file/fields/complaint-fields.tsx'
import more from '../../file/fields/more-details.module.css'
import { MoreDetails } from '../../file/fields/more-details.tsx'
import entry from './enter-complaint.module.css'

export function EnterComplaintPage() {
  const text = useText()
  return (
    <>
      <BackLink to={paths.complaints.to({})}>{text('complaintDetail.backToList')}</BackLink>
      <PageTitle hint={text('caseEntry.hint')}>{text('titles.enterComplaint')}</PageTitle>
      <EntryEditor />
    </>
  )
}

const schemaErrorsOf = schemaErrors(EntryForm)
const feeErrors = ({ amount }: ComplaintValues): Record<string, string> => {
  const problem = feeErrorOf(amount)
  return problem === null ? {} : { amount: problem }
}
const bodyOf = (values: ComplaintValues, choices: EntryChoices) => ({ ...complaintOf(values), ...choices })

const WAYS_TO_PAY = {
  later: 'caseEntry.payLater',
  link: 'caseEntry.payByLink',
  desk: 'caseEntry.payAtDesk',
} as const satisfies Record<string, PlainId>
type PayBy = keyof typeof WAYS_TO_PAY
const isPayBy = (value: string): value is PayBy => value in WAYS_TO_PAY

/** Writes down a complaint for somebody else, and leads to its page, or to the desk for its fee. */
function EntryEditor() {
  const text = useText()
  const leaveTo = useLeave()
  const queries = useQueryClient()
  const language = useLanguage()
  const user = useUser()
  const mayTakeMoney = user !== null && hasDuty(user, 'money')
  const isAtDesk = useSearchParams()[0].get('source') === 'desk'
  const [choices, setChoices] = useState<EntryChoices>({
    source: isAtDesk ? 'desk' : 'phone',
    language,
    agreed: false,
  })
  const [payBy, setPayBy] = useState<PayBy>('later')
  const { form, isRestored, forgetDraft } = useDraftedForm<ComplaintValues>({
    initial: EMPTY_COMPLAINT,
    draft: useOwnDraft('case-entry'),
    errorsOf: (values) => ({ ...schemaErrorsOf(bodyOf(values, choices)), ...(payBy === 'link' && feeErrors(values)) }),
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
    const hasLink = payBy !== 'link' || (await sendPayLink(queries, id, typedRupees(values.amount)))
    if (hasLink) showSuccess(text('caseEntry.saved'))
    else showFailure(text('caseEntry.linkNotMade'))
    await leaveTo(payBy === 'desk' ? paths.desk.to({}, { find: id }) : paths.complaintDetail.to({ id }))
  })

  const { amount } = form.values

  async function leave() {
    await forgetDraft()
    await leaveTo(paths.complaints.to({}))
  }

  return (
    <form {...formProps} className={`${classes.form} ${entry.form}`}>
      {failure && (
        <Notice kind="failed" takesFocus>
          {failure}
        </Notice>
      )}
      {isRestored && <Notice kind="info">{text('forms.restored')}</Notice>}
      <div className={`${card.card} ${classes.fields} ${entry.fields}`}>
        <EntryFields form={form} choices={choices} onChoose={(chosen) => setChoices({ ...choices, ...chosen })} />
        <FieldGroup heading={text('caseEntry.payment')}>
          <NativeSelect
            label={text('caseEntry.payBy')}
            description={payBy === 'link' ? text('caseEntry.payByLinkHint') : undefined}
            data={Object.entries(WAYS_TO_PAY)
              .filter(([way]) => way !== 'desk' || mayTakeMoney)
              .map(([value, label]) => ({ value, label: text(label) }))}
            value={payBy}
            onChange={({ currentTarget: { value } }) => isPayBy(value) && setPayBy(value)}
          />
          {payBy === 'link' && (
            <TextInput label={text('payLinks.fee')} inputMode="decimal" required {...bindField(form, 'amount')} />
          )}
        </FieldGroup>
        <FieldGroup heading={text('caseEntry.privacy')}>
          <AgreedFields
            purpose="complaint-spoken"
            languageHint={text('caseEntry.languageHint')}
            choices={choices}
            form={form}
            onChoose={(chosen) => setChoices({ ...choices, ...chosen })}
          />
        </FieldGroup>
      </div>
      <div className={`${card.card} ${classes.end} ${entry.end}`} data-sticky={form.isDirty()}>
        <p className={entry.fee}>
          {text('caseEntry.payment')}
          <strong>{text(WAYS_TO_PAY[payBy])}</strong>
          {payBy === 'link' && feeErrorOf(amount) === null && <span>{formatRupees(typedRupees(amount))}</span>}
        </p>
        <div className={classes.buttons}>
          <Button variant="default" disabled={isBusy} onClick={leave}>
            {text('controls.cancel')}
          </Button>
          <Button type="submit" loading={isBusy}>
            {text('caseEntry.save')}
          </Button>
        </div>
      </div>
    </form>
  )
}

type Props = { form: Form; choices: EntryChoices; onChoose: (chosen: Partial<EntryChoices>) => void }

function EntryFields(props: Props) {
  const text = useText()
  const { form, choices } = props
  return (
    <>
      <FieldGroup heading={text(choices.source === 'phone' ? 'caseEntry.caller' : 'caseEntry.person')}>
        <PersonFields {...props} />
      </FieldGroup>
      <FieldGroup heading={text('complaintForm.whatHappened')}>
        <TypeField form={form} readOnly={false} />
        <TextInput
          label={text('complaintForm.location')}
          description={text('complaintForm.locationHint')}
          required
          {...bindField(form, 'location_of_incident')}
        />
        <DateField form={form} readOnly={false} />
        <Textarea label={text('complaintForm.description')} rows={4} required {...bindField(form, 'description')} />
        <MoreDetails form={form} isComplainant={false} />
      </FieldGroup>
    </>
  )
}

function PersonFields({ form, choices, onChoose }: Props) {
  const text = useText()
  const off = { autoComplete: 'off' }
  const isWithheld = form.values.withhold_name === 'true'
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <TextInput label={text('complaintForm.fullName')} required {...off} {...bindField(form, 'fullname')} />
      <div className={entry.contactSpace}>
        <div className={entry.contact}>
          <TextInput
            label={text('complaintForm.phone')}
            description={text('caseEntry.phoneHint')}
            type="tel"
            {...off}
            {...bindField(form, 'phone')}
          />
          <TextInput
            label={text('complaintForm.email')}
            description={text('caseEntry.emailHint')}
            type="email"
            {...off}
            {...bindField(form, 'email')}
          />
        </div>
      </div>
      <details
        className={more.more}
        open={isOpen || isWithheld}
        onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      >
        <summary className={fold.unfolds}>{text('caseEntry.more')}</summary>
        <div className={more.fields}>
          <NativeSelect
            label={text('caseEntry.source')}
            data={[
              { value: 'phone', label: text('caseEntry.byPhone') },
              { value: 'desk', label: text('caseEntry.atDesk') },
            ]}
            value={choices.source}
            onChange={({ currentTarget: { value } }) => onChoose({ source: value === 'desk' ? 'desk' : 'phone' })}
          />
          <Checkbox
            label={text('caseEntry.withhold')}
            description={text('caseEntry.withholdHint')}
            checked={isWithheld}
            onChange={({ currentTarget }) => form.setFieldValue('withhold_name', String(currentTarget.checked))}
          />
        </div>
      </details>
    </>
  )
}

/** Choices that are made anew for each complaint, and not stored in a draft. */
type EntryChoices = AgreedChoices & { source: EntryForm['source'] }

/**
 * Makes the link for the fee of a complaint that was just written down, and sends it if there is an address. Its page shows it next.
 * False if it could not be made; the complaint is there all the same.
 */
async function sendPayLink(queries: QueryClient, complaintId: number, amount: number): Promise<boolean> {
  try {
    const params = { id: String(complaintId) }
    const made = await requestData(linkCalls.makeForComplaint, { params, body: { amount } })
    queries.setQueryData(keyOfMadeLink(complaintId), made)
    if (made.link.can_mail) await mail(made.link.id, made.url.split('/').at(-1) ?? '')
    return true
  } catch (error) {
    if (error instanceof CallError) return false
    throw error
  }
}

/** If it fails, the page of the case says that the link was not sent, and offers it again. */
async function mail(linkId: number, token: string): Promise<void> {
  try {
    await requestData(linkCalls.sendForComplaint, { params: { id: String(linkId) }, body: { by: 'mail', token } })
  } catch (error) {
    if (!(error instanceof CallError)) throw error
  }
}
