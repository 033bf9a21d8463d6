import { Button, Group, Title } from '@mantine/core'
import { caseCalls } from '@petsetu/contract/complaints/cases.ts'
import { feeStatuses } from '@petsetu/contract/complaints/complaint-statuses.ts'
import { type Complaint, complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import type { AdminPayment, PaymentDisposition } from '@petsetu/contract/payments/payments.ts'
import { hasDuty } from '@petsetu/contract/people/duties.ts'
import type { StatusLook } from '@petsetu/contract/platform/registry.ts'
import { formatRupees } from '@petsetu/languages/formats.ts'
import type { PlainId, Translate } from '@petsetu/languages/translator.ts'
import { IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useUser } from '../../people/auth/session.ts'
import { formatLongInstant } from '../../platform/languages/page-formats.ts'
import { RichText, useText } from '../../platform/languages/use-text.tsx'
import { request } from '../../platform/lib/requests/request.ts'
import { Notice } from '../../platform/ui/feedback/notice.tsx'
import { Status } from '../../platform/ui/feedback/status-badge.tsx'
import { useSave } from '../../platform/ui/form/use-save.ts'
import { DetailList } from '../../platform/ui/layout/detail-list.tsx'
import { screenReaderOnly } from '../../platform/ui/layout/screen-reader-only.tsx'
import { type Column, DataTable } from '../../platform/ui/table/data-table.tsx'
import {
  isFromAbroad,
  lookOfPayment,
  PaidAmount,
  returnOf,
  settlementOf,
  useRefund,
  VoidDeskPayment,
} from '../../shared/payments/admin-payment.tsx'
import { writtenMode } from '../../shared/payments/desk-modes.ts'
import { Folded } from './case/folded.tsx'
import classes from './case.module.css'
import { updateComplaintCache } from './update-complaint-cache.ts'

const NOT_REQUIRED: StatusLook = { ...feeStatuses.none, label: 'complaintStatus.notRequired' }

export function ComplaintPayment({ complaint }: { complaint: Complaint }) {
  const text = useText()
  const { payment_status, payment_amount, razorpay_payment_id, payment_date, receipt_path, payments } = complaint
  const isPaid = payment_status === 'paid'
  const counted = isPaid ? payments.find((payment) => payment.razorpay_payment_id === razorpay_payment_id) : undefined
  // The facts say all of it, and a table would say it again.
  const only = counted && payments.length === 1 && isPlain(counted) ? counted : null
  const refundOf = useRefundOf()
  return (
    <>
      <DetailList
        details={[
          [
            text('complaintDetail.paymentStatus'),
            <Status key="status" look={payment_status === 'none' ? NOT_REQUIRED : feeStatuses[payment_status]} />,
          ],
          [text('columns.amount'), payment_amount === null ? null : formatRupees(payment_amount)],
          // Money of the desk has no id of the provider, but a way in which it was paid.
          [text('complaints.payment'), only?.desk ? writtenMode(only.desk, text) : null],
          [text('columns.paymentId'), isPaid && !counted?.desk ? razorpay_payment_id : null],
          [text('complaintDetail.paymentDate'), isPaid && payment_date ? formatLongInstant(payment_date) : null],
          [
            text('complaintDetail.receipt'),
            receipt_path && (
              <a key="receipt" href={receipt_path}>
                {text('complaintDetail.openReceipt')}
              </a>
            ),
          ],
        ]}
      />
      {payment_status !== 'none' && (
        <Group gap="0 20px" className={classes.links ?? ''}>
          <CheckButton complaintId={complaint.id} />
          {only && refundOf?.(only)}
        </Group>
      )}
      {payments.length > 0 && !only && <Payments complaint={complaint} refundOf={refundOf} />}
    </>
  )
}

/** True for a payment of which nothing is to be said but that it paid the fee. */
function isPlain(payment: AdminPayment): boolean {
  const { status, disposition, returned, return_at, is_return_refused, is_refund_failed, desk } = payment
  const isHere = status === 'captured' && disposition === 'applied' && returned === 0 && return_at === null
  const isCleared = desk === null || desk.state === 'cleared'
  return isHere && isCleared && !is_return_refused && !is_refund_failed && canRefund(payment)
}

/** Checks with the provider, in case a payment was made that is not listed here. */
function CheckButton({ complaintId }: { complaintId: number }) {
  const text = useText()
  const { start, isBusy } = useSave({
    call: complaintCalls.checkPayment,
    send: (id: number) => request(complaintCalls.checkPayment, { params: { id: String(id) } }),
    invalidates: [complaintCalls.read, complaintCalls.listAll, caseCalls.listEvents],
    onSaved: ({ reply }, _, queries) => updateComplaintCache(queries, reply.data),
    success: () => text('complaintDetail.checked'),
    failure: { fallback: text('complaintDetail.checkFailed') },
  })
  return (
    <Button
      variant="subtle"
      px={8}
      ml={-8}
      loading={isBusy}
      leftSection={<IconRefresh size={18} aria-hidden />}
      onClick={() => start(complaintId)}
    >
      {text('complaintDetail.check')}
    </Button>
  )
}

const USE: Record<PaymentDisposition, PlainId> = {
  none: 'complaintDetail.forNothing',
  applied: 'complaintDetail.forFee',
  surplus: 'complaintDetail.surplus',
  quarantined: 'complaintDetail.quarantined',
}

type TableProps = { refundOf: ReturnType<typeof useRefundOf> }

/**
 * Lists the payments, from two on below a heading. While the fee is due they are attempts, and folded unless money came that has to go
 * back.
 */
function Payments({ complaint: { payment_status, payments }, refundOf }: TableProps & { complaint: Complaint }) {
  const text = useText()
  if (feeStatuses[payment_status].isDue) {
    return (
      <Folded
        heading={text('complaintDetail.triedPayments', { count: payments.length })}
        isOpen={payments.some(canRefund)}
      >
        <PaymentTable payments={payments} refundOf={refundOf} />
      </Folded>
    )
  }
  return (
    <>
      {payments.length > 1 && (
        <Title order={3} size="1rem" lh={1.2}>
          {text('complaintDetail.allPayments')}
        </Title>
      )}
      <PaymentTable payments={payments} refundOf={refundOf} />
    </>
  )
}

function PaymentTable({ payments, refundOf }: TableProps & { payments: AdminPayment[] }) {
  const text = useText()
  const columns = [...columnsOf(text), ...(refundOf ? [{ head: text('columns.actions'), cell: refundOf }] : [])]
  return (
    <>
      {needs(payments, 'surplus') && <Notice kind="failed">{text('complaintDetail.paidTwice')}</Notice>}
      {needs(payments, 'quarantined') && <Notice kind="failed">{text('complaintDetail.unmatched')}</Notice>}
      {payments.some((payment) => payment.is_refund_failed && payment.settled_note === null) && (
        <Notice kind="failed">{text('complaintDetail.refundFailed')}</Notice>
      )}
      <DataTable
        caption={text('complaintDetail.paymentsCaption')}
        columns={columns}
        rows={payments}
        keyOf={(payment) => payment.id}
      />
    </>
  )
}

function columnsOf(text: Translate): Column<AdminPayment>[] {
  return [
    {
      head: text('complaints.payment'),
      isTight: true,
      cell: ({ desk, razorpay_payment_id }) =>
        desk ? <span style={{ whiteSpace: 'normal' }}>{writtenMode(desk, text)}</span> : razorpay_payment_id,
    },
    {
      head: text('columns.date'),
      align: 'right',
      isTight: true,
      cell: (payment) => formatLongInstant(payment.created_at),
    },
    {
      head: text('columns.amount'),
      align: 'right',
      isTight: true,
      cell: (payment) => <PaidAmount payment={payment} />,
    },
    { head: text('columns.status'), cell: (payment) => <Status look={lookOfPayment(payment)} /> },
    { head: text('complaintDetail.paidFor'), cell: (payment) => useOf(payment, text) },
  ]
}

function useOf(payment: AdminPayment, text: Translate) {
  const goesBack = returnOf(payment, text)
  // A payment that was voided and then taken once more was no second one.
  const use = payment.desk?.state === 'void' && payment.disposition === 'surplus' ? 'none' : payment.disposition
  return (
    <>
      {text(isFromAbroad(payment) ? 'refundAction.fromAbroad' : USE[use])}
      {goesBack && <br />}
      {goesBack}
    </>
  )
}

/** True if a payment of this disposition can still be refunded. */
function needs(payments: AdminPayment[], disposition: PaymentDisposition): boolean {
  return payments.some((payment) => payment.disposition === disposition && canRefund(payment))
}

function canRefund({ status, is_refund_pending, is_refund_failed, settled_note }: AdminPayment): boolean {
  return (status === 'captured' || is_refund_failed) && !is_refund_pending && settled_note === null
}

/** Returns what shows the refund of a payment; null without the duty for money. */
function useRefundOf(): ((payment: AdminPayment) => ReactNode) | null {
  const refund = useRefund([complaintCalls.read, complaintCalls.listAll, caseCalls.listEvents])
  const user = useUser()
  if (!user || !hasDuty(user, 'money')) return null
  return (payment) => (
    <RefundAction payment={payment} isBusy={refund.isSaving(payment.id)} onRefund={() => refund.start(payment)} />
  )
}

type RefundProps = { payment: AdminPayment; isBusy: boolean; onRefund: () => void }

function RefundAction({ payment, isBusy, onRefund }: RefundProps) {
  const text = useText()
  const settlement = settlementOf(payment, text)
  if (settlement !== null) return settlement
  if (payment.is_refund_pending) return text('refundAction.underWay')
  if (!canRefund(payment)) return null
  if (payment.desk) return <VoidDeskPayment />
  return (
    <Button variant="subtle" color="heart" px={8} ml={-8} loading={isBusy} onClick={onRefund}>
      <RichText id="refundAction.refund" fill={{ payment: () => screenReaderOnly(payment.razorpay_payment_id) }} />
    </Button>
  )
}
