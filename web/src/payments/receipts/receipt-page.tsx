import { Button } from '@mantine/core'
import { paths } from '@petsetu/contract/paths.ts'
import { paidForOf } from '@petsetu/contract/payments/paid-for.ts'
import { paidHow } from '@petsetu/contract/payments/paid-how.ts'
import { COPY_LABELS, dateOf, RECEIPT_LABELS } from '@petsetu/contract/payments/receipt-labels.ts'
import { type Receipt, receiptCalls } from '@petsetu/contract/payments/receipts.ts'
import type { LogoPicture, Site } from '@petsetu/contract/site/site.ts'
import { formatLongDay, formatLongInstant, formatRupees } from '@petsetu/languages/formats.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { IconArrowBackUp, IconCircleCheck, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams, useSearchParams } from 'react-router'
import { useLanguage, useText } from '../../platform/languages/use-text.tsx'
import { callQuery } from '../../platform/lib/call-query.ts'
import type { PageLoader } from '../../platform/lib/first-data.ts'
import { EmptyState } from '../../platform/ui/feedback/empty-state.tsx'
import { FormSkeleton } from '../../platform/ui/feedback/list-skeletons.tsx'
import { Loaded } from '../../platform/ui/feedback/loaded.tsx'
import { Notice } from '../../platform/ui/feedback/notice.tsx'
import { StatusBadge } from '../../platform/ui/feedback/status-badge.tsx'
import { Logo } from '../../platform/ui/layout/logo.tsx'
import { PageTitle } from '../../platform/ui/layout/page-title.tsx'
import { DownloadButton } from '../../platform/ui/table/download-button.tsx'
import classes from './receipt-sheet.module.css'

/** The receipt with this token, or the first one that it replaces. */
function receiptOf(token: string, search: URLSearchParams) {
  return callQuery(search.get('copy') === 'first' ? receiptCalls.readFirst : receiptCalls.read, { params: { token } })
}

export function ReceiptPage({ site }: { site: Site }) {
  const text = useText()
  const { token = '' } = useParams()
  return (
    <div className={classes.page}>
      <PageTitle isCompact>{text('titles.receipt')}</PageTitle>
      <FoundReceipt token={token} logo={site.logo} />
    </div>
  )
}

ReceiptPage.load = ((prefetch, { params: { token = '' }, search }) =>
  prefetch(receiptOf(token, search))) satisfies PageLoader

function FoundReceipt({ token, logo }: { token: string; logo: LogoPicture | null }) {
  const text = useText()
  const receipt = useQuery(receiptOf(token, useSearchParams()[0]))
  const missing = (
    <EmptyState picture="papers" message={text('receipts.missing')}>
      <p>{text('receipts.missingHow')}</p>
    </EmptyState>
  )
  return (
    <Loaded query={receipt} skeleton={<FormSkeleton />} failure={text('receipts.loadFailed')} missing={missing}>
      {({ data }) => <ReceiptSheet logo={logo} token={token} receipt={data} />}
    </Loaded>
  )
}

type Props = { token: string; receipt: Receipt; logo: LogoPicture | null }

function ReceiptSheet({ token, receipt, logo }: Props) {
  const text = useText()
  const language = useLanguage()
  const labels = RECEIPT_LABELS[receipt.kind]
  return (
    <div className={classes.parts}>
      {receipt.kind === 'payment' && receipt.is_refunded && <Notice kind="info">{text('receipts.refunded')}</Notice>}
      <div className={classes.sheet}>
        <Issuer receipt={receipt} logo={logo} />
        <dl className={classes.facts}>
          {entriesOf(receipt, text, language).map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
          <div className={classes.amount}>
            <dt>{text(labels.amount)}</dt>
            <dd>
              {formatRupees(receipt.amount)} <Status receipt={receipt} />
            </dd>
          </div>
          <div>
            <dt>{text('receipts.inWords')}</dt>
            <dd>{receipt.amount_in_words}</dd>
          </div>
          <OtherReceipt label={text('receipts.returns')} receipt={receipt.returns} />
          <OtherReceipt label={text('receipts.refundReceipt')} receipt={receipt.returned_by} />
        </dl>
        {receipt.kind === 'payment' && receipt.tax_section && (
          <p className={classes.small}>{text('deduction.notCertificate')}</p>
        )}
        <p className={classes.small}>{text('receipts.byComputer')}</p>
      </div>
      <div className={classes.actions}>
        <DownloadButton
          variant="filled"
          call={receipt.copy === 'first' ? receiptCalls.firstPdf : receiptCalls.pdf}
          input={{ params: { token } }}
          failure={text('receipts.pdfFailed')}
        >
          {text('receipts.pdf')}
        </DownloadButton>
        <Button variant="default" leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => window.print()}>
          {text('receipts.print')}
        </Button>
        <OtherCopy token={token} copy={receipt.copy} />
      </div>
    </div>
  )
}

/** A link from a corrected copy to the receipt as it was first issued, or back. */
function OtherCopy({ token, copy }: { token: string; copy: Receipt['copy'] }) {
  const text = useText()
  if (copy === 'only') return null
  const isFirst = copy === 'first'
  return (
    <Button
      component="a"
      href={paths.receipt.to({ token }, { copy: isFirst ? null : 'first' })}
      variant="subtle"
      px={8}
    >
      {text(isFirst ? 'receiptCopies.seeCorrected' : 'receiptCopies.seeFirst')}
    </Button>
  )
}

/** A link from the receipt of a refund to that of its payment, or back. */
function OtherReceipt({ label, receipt }: { label: string; receipt: Receipt['returns'] }) {
  if (!receipt) return null
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <a href={receipt.path}>{receipt.number}</a>
      </dd>
    </div>
  )
}

/** The foundation's legal identity; what the settings leave out is not there. */
function Issuer({ receipt, logo }: Omit<Props, 'token'>) {
  const text = useText()
  const { registration_number: number, foundation_pan: pan } = receipt
  return (
    <div className={classes.head}>
      <Logo size={44} picture={logo} />
      <div>
        <p className={classes.foundation}>{receipt.foundation}</p>
        <p className={classes.small}>
          {receipt.legal_name !== receipt.foundation && <span>{receipt.legal_name}</span>}
          {receipt.legal_address && <span>{receipt.legal_address}</span>}
          {number && <span>{text('receipts.registration', { number })}</span>}
          {pan && <span>{text('receipts.pan', { pan })}</span>}
        </p>
      </div>
    </div>
  )
}

function Status({ receipt: { status } }: { receipt: Receipt }) {
  const text = useText()
  return status === 'paid' ? (
    <StatusBadge tone="active" icon={IconCircleCheck}>
      {text('receipts.paid')}
    </StatusBadge>
  ) : (
    <StatusBadge tone="expired" icon={IconArrowBackUp}>
      {text('receipts.isRefunded')}
    </StatusBadge>
  )
}

function entriesOf(receipt: Receipt, text: Translate, language: Language): [label: string, value: string][] {
  const { kind, copy, corrected_at, complaint_reference, refunded_at, tax_section, tax_approval } = receipt
  const labels = RECEIPT_LABELS[kind]
  const entries: [string, string][] = [
    [text(labels.number), receipt.number],
    ...(corrected_at ? [[text(COPY_LABELS[copy]), formatLongInstant(corrected_at, language)] as [string, string]] : []),
    [text(labels.person), receipt.paid_by],
    [text('receipts.paidFor'), paidForOf(receipt, text)],
    [text(labels.date), formatLongInstant(dateOf(receipt), language)],
    ...paidHow(receipt, text),
  ]
  if (complaint_reference) entries.push([text('receipts.reference'), complaint_reference])
  if (kind === 'payment' && refunded_at)
    entries.push([text('receipts.refundedOn'), formatLongInstant(refunded_at, language)])
  if (kind === 'payment' && tax_section) entries.push([text('receipts.taxSection'), tax_section])
  if (kind === 'payment' && tax_approval) {
    const day = formatLongDay(tax_approval.day, language)
    entries.push([text('deduction.approval'), text('deduction.approvalOf', { number: tax_approval.number, day })])
  }
  return entries
}
