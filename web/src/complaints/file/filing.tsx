import type { AppSite } from '@petsetu/contract/site.ts'
import { payFlow, usePayState } from '../../checkout/pay-flow.ts'
import type { Subject } from '../../checkout/run-payment.ts'
import { UnconfirmedPayments } from '../../checkout/unconfirmed-payments.tsx'
import { useText } from '../../languages/use-text.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { RestoredNotice } from '../../ui/form/restored-notice.tsx'
import card from '../../ui/layout/card.module.css'
import { BeforeYouFile } from './before-you-file.tsx'
import type { Form } from './bind-field.ts'
import { ComplaintFields } from './complaint-fields.tsx'
import { FiledPanel } from './filed-panel.tsx'
import classes from './filing.module.css'
import { FilingForm } from './filing-form.tsx'
import { SavedPanel } from './saved-panel.tsx'
import { useFiling } from './use-filing.ts'
import { useOnline } from './use-online.ts'

/** The form. Once the complaint is saved, the payment appears above it; once it is paid, the confirmation replaces it. */
export function Filing({ site }: { site: AppSite }) {
  const text = useText()
  const filing = useFiling()
  const { element, form, isKept } = filing
  const isOnline = useOnline()
  const { saved, done, unconfirmed } = usePayState('complaint')

  if (saved) {
    return (
      <div ref={element} className={classes.page}>
        <SavedPanel form={form} complaint={saved} payee={site.legalName} onStartOver={filing.startOver} />
        {form.values.description && <WrittenComplaint form={form} complaint={saved} />}
      </div>
    )
  }
  if (done) {
    return (
      <div className={classes.page}>
        <FiledPanel {...done} onFileAnother={() => payFlow('complaint').another()} />
        <UnconfirmedPayments purpose="complaint" payments={unconfirmed} hasNotice={false} />
      </div>
    )
  }
  return (
    <div ref={element} className={classes.page}>
      <div className={classes.before}>
        <BeforeYouFile site={site} />
      </div>
      <UnconfirmedPayments purpose="complaint" payments={unconfirmed} hasNotice={false} />
      {isKept !== null && (
        <Notice kind={isKept ? 'done' : 'failed'} takesFocus>
          {text(isKept ? 'unsent.keptNow' : 'unsent.noRoom')}
        </Notice>
      )}
      {!isOnline && <Notice kind="info">{text('unsent.offline')}</Notice>}
      {filing.isRestored && <RestoredNotice onClear={filing.clear} />}
      <FilingForm filing={filing} payee={site.legalName} isOnline={isOnline} />
    </div>
  )
}

/** Shows the filed complaint to read. */
function WrittenComplaint({ form, complaint: { fileName } }: { form: Form; complaint: Subject }) {
  const text = useText()
  return (
    <section className={`${card.card} ${classes.card} ${classes.written}`} aria-label={text('complaintForm.written')}>
      <p className={classes.legend}>{text('complaintForm.writtenAsSaved')}</p>
      <ComplaintFields form={form} readOnly />
      {fileName && <p className={classes.legend}>{text('complaintForm.documentNamed', { name: fileName })}</p>}
    </section>
  )
}
