import { Button } from '@mantine/core'
import type { FeeTexts } from '@petsetu/contract/site.ts'
import { useEffect, useRef, useState } from 'react'
import { PayActivity } from '../../checkout/pay-activity.tsx'
import { payFlow, usePayState } from '../../checkout/pay-flow.ts'
import { fileErrorOf } from '../../checkout/pay-messages.ts'
import { PayNotice } from '../../checkout/pay-notice.tsx'
import { PayTerms } from '../../checkout/pay-terms.tsx'
import { UnconfirmedPayments } from '../../checkout/unconfirmed-payments.tsx'
import { RichText, useText } from '../../languages/use-text.tsx'
import { CallError } from '../../lib/request.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { FieldGroup } from '../../ui/form/field-group.tsx'
import { focusFirstError } from '../../ui/form/focus-first-error.ts'
import { PrivacyNotice } from '../../ui/form/privacy-notice.tsx'
import card from '../../ui/layout/card.module.css'
import { BeforeYouFile } from './before-you-file.tsx'
import { ComplaintFields, FeeField } from './complaint-fields.tsx'
import type { ComplaintValues } from './complaint-values.ts'
import { DifferentContent } from './different-content.tsx'
import { DocumentsField } from './documents-field.tsx'
import { FiledPanel } from './filed-panel.tsx'
import classes from './filing.module.css'
import { filingKey, forgetFilingKey } from './filing-key.ts'
import { feeOf, submitLabel } from './pay-label.ts'
import { SavedPanel } from './saved-panel.tsx'
import { submitComplaint } from './submit-complaint.ts'
import { keepUnsent } from './unsent.ts'
import { useComplaintForm } from './use-complaint-form.ts'
import { useDocuments } from './use-documents.ts'
import { useOnline } from './use-online.ts'

const flow = payFlow('complaint')

/** The form. Once the complaint is saved, the payment appears above it; once it is paid, the confirmation replaces it. */
export function Filing({ payee, feeTexts }: { payee: string; feeTexts: FeeTexts }) {
  const text = useText()
  const { form, draft, isRestored, clear, keepPerson } = useComplaintForm()
  const { amount } = form.values
  const documents = useDocuments(draft)
  const [sentShare, setSentShare] = useState(0)
  const [isDifferent, setDifferent] = useState(false)
  const [isKept, setKept] = useState<boolean | null>(null)
  const isOnline = useOnline()
  const element = useRef<HTMLDivElement>(null)
  const { saved, done, message, activity, unconfirmed } = usePayState('complaint')
  const isBusy = activity !== null
  const isDone = done !== null

  // biome-ignore lint/correctness/useExhaustiveDependencies: when it is done, not when the form is built anew.
  useEffect(() => {
    if (!done) return
    forgetFilingKey(done.owner)
    clear()
    void documents.choose([])
    scrollTo({ top: 0 })
  }, [isDone])

  function showErrors(failure: CallError) {
    const documentError = fileErrorOf(failure, text)
    if (documentError) documents.reject(documentError)
    form.setErrors(failure.fields)
    focusFirstError(element.current, { ...failure.fields, file: documentError })
  }

  function startOver() {
    forgetFilingKey()
    flow.startOver()
    keepPerson()
    void documents.choose([])
  }

  async function submit(values: ComplaintValues) {
    if (!(await documents.areFit())) return focusFirstError(element.current, { file: true })
    if (!navigator.onLine) return keepForLater(values)
    await file(values)
  }

  async function file(values: ComplaintValues, isCorrection = false) {
    setSentShare(0)
    setDifferent(false)
    setKept(null)
    const complaint = { values, files: documents.files(), onProgress: setSentShare }
    const outcome = await flow.start((signal) => submitComplaint(complaint, { key: filingKey(), signal, isCorrection }))
    if (outcome?.kind !== 'failed' || !(outcome.error instanceof CallError)) return
    if (outcome.error.status === 0 && !navigator.onLine && !isCorrection) return keepForLater(values)
    setDifferent(outcome.error.code === 'different_content')
    showErrors(outcome.error)
  }

  /** Keeps it on this device, from where `UnsentComplaints` sends it, and makes room for the next one. */
  async function keepForLater(values: ComplaintValues) {
    const isKept = await keepUnsent(draft.owner, {
      ...{ key: filingKey(), keptAt: Date.now(), values, files: documents.files() },
      ...{ sent: null, rejection: null },
    })
    setKept(isKept)
    if (isKept) startOver()
  }

  async function fileAnother(values: ComplaintValues) {
    forgetFilingKey()
    await file(values)
  }

  if (saved) {
    return (
      <div ref={element} className={classes.page}>
        <SavedPanel form={form} complaint={saved} payee={payee} onStartOver={startOver} />
        {form.values.description && (
          <section
            className={`${card.card} ${classes.card} ${classes.written}`}
            aria-label={text('complaintForm.written')}
          >
            <p className={classes.legend}>{text('complaintForm.writtenAsSaved')}</p>
            <ComplaintFields form={form} readOnly />
            {saved.fileName && (
              <p className={classes.legend}>{text('complaintForm.documentNamed', { name: saved.fileName })}</p>
            )}
          </section>
        )}
      </div>
    )
  }
  return (
    <div ref={element} className={classes.page}>
      {done ? (
        <FiledPanel {...done} />
      ) : (
        <div className={classes.before}>
          <BeforeYouFile feeTexts={feeTexts} />
        </div>
      )}
      <UnconfirmedPayments purpose="complaint" payments={unconfirmed} hasNotice={false} />
      {isKept !== null && (
        <Notice kind={isKept ? 'done' : 'failed'} takesFocus>
          {text(isKept ? 'unsent.keptNow' : 'unsent.noRoom')}
        </Notice>
      )}
      {!isOnline && <Notice kind="info">{text('unsent.offline')}</Notice>}
      {isRestored && (
        <Notice kind="info">
          <RichText
            id="drafts.restored"
            fill={{
              clear: (content) => (
                <Button variant="subtle" px={0} my={-10} onClick={clear}>
                  {content}
                </Button>
              ),
            }}
          />
        </Notice>
      )}
      <form
        className={classes.page}
        noValidate
        onSubmit={form.onSubmit(submit, (errors) => focusFirstError(element.current, errors))}
      >
        <div className={`${card.card} ${classes.card}`}>
          <p className={classes.legend}>{text('forms.required')}</p>
          <ComplaintFields form={form}>
            <DocumentsField documents={documents} />
          </ComplaintFields>
          <FieldGroup heading={text('complaintForm.feeHeading')}>
            <FeeField form={form} />
          </FieldGroup>
          <PrivacyNotice id="notice.complaint" />
        </div>
        {isDifferent ? (
          <DifferentContent
            isBusy={isBusy}
            onCorrect={() => file(form.getValues(), true)}
            onFileAnother={() => fileAnother(form.getValues())}
          />
        ) : (
          <PayNotice message={message} />
        )}
        {activity === 'create' && documents.chosen.length > 0 && (
          <progress className={classes.progress} value={sentShare} aria-label={text('complaintForm.upload')} />
        )}
        <PayActivity purpose="complaint" />
        <PayTerms payee={payee} item={text('checkout.filingFee')} amount={feeOf(amount)}>
          <Button className={classes.submit ?? ''} type="submit" loading={isBusy} disabled={done !== null}>
            {isOnline ? submitLabel(amount, text) : text('unsent.keep')}
          </Button>
        </PayTerms>
      </form>
    </div>
  )
}
