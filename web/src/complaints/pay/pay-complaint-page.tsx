import { useForm } from '@mantine/form'
import { paths } from '@petsetu/contract/paths.ts'
import type { AppSite } from '@petsetu/contract/site.ts'
import { usePayState } from '../../checkout/pay-flow.ts'
import { useCheckoutPage } from '../../checkout/use-checkout-page.ts'
import { RichText, useText } from '../../languages/use-text.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { PageTitle } from '../../ui/layout/page-title.tsx'
import { type ComplaintValues, EMPTY_COMPLAINT, feeErrorOf } from '../file/complaint-values.ts'
import { FiledPanel } from '../file/filed-panel.tsx'
import { SavedPanel } from '../file/saved-panel.tsx'
import { useUnpaidComplaint } from './use-unpaid-complaint.ts'

/** The fee of a complaint that was filed before: from a mail, from its own page, or from the list of one's complaints. */
export function PayComplaintPage({ site }: { site: AppSite }) {
  const text = useText()
  const { saved, done } = usePayState('complaint')
  const { problem } = useUnpaidComplaint()
  useCheckoutPage('complaint', site)
  const form = useForm<ComplaintValues>({ mode: 'controlled', initialValues: EMPTY_COMPLAINT, validate: errorsOf })
  return (
    <>
      <PageTitle>{text('titles.payComplaint')}</PageTitle>
      {problem !== null && (
        <Notice kind="info" takesFocus>
          <p>{problem}</p>
          <p>
            <RichText
              id="complaintForm.findToPay"
              fill={{
                track: (content) => <a href={paths.trackComplaint.to({})}>{content}</a>,
                own: (content) => <a href={paths.myComplaints.to({})}>{content}</a>,
              }}
            />
          </p>
        </Notice>
      )}
      {done && <FiledPanel {...done} onFileAnother={toForm} />}
      {saved && !done && <SavedPanel form={form} complaint={saved} payee={site.legalName} onStartOver={toForm} />}
    </>
  )
}

const toForm = () => location.assign(paths.complaint.to({}))

function errorsOf({ amount }: ComplaintValues): Record<string, string> {
  const feeError = feeErrorOf(amount)
  return feeError === null ? {} : { amount: feeError }
}
