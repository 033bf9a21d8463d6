import { Button } from '@mantine/core'
import { paths } from '@petsetu/contract/paths.ts'
import { type AdminPayment, deskStates, paymentCalls, paymentStatuses } from '@petsetu/contract/payments/payments.ts'
import type { Call } from '@petsetu/contract/platform/call.ts'
import { toPaise, toRupees } from '@petsetu/contract/platform/money.ts'
import type { StatusLook } from '@petsetu/contract/platform/registry.ts'
import { shownWords } from '@petsetu/contract/platform/removed.ts'
import { formatRupees } from '@petsetu/languages/formats.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { Link } from 'react-router'
import { RichText, useText } from '../../platform/languages/use-text.tsx'
import { request } from '../../platform/lib/requests/request.ts'
import { formatMediumInstant } from '../../platform/lists/medium-days.ts'
import { useSave } from '../../platform/ui/form/use-save.ts'
import { screenReaderOnly } from '../../platform/ui/layout/screen-reader-only.tsx'

/** Returns the state of a payment, in the same words on every page. Money of the desk has states that the provider does not know. */
export function lookOfPayment({ status, desk }: Pick<AdminPayment, 'status' | 'desk'>): StatusLook {
  return desk ? deskStates[desk.state] : paymentStatuses[status]
}

/** Says when a payment goes back by itself, or that its refund was refused; null if neither. */
export function returnOf(
  { return_at, is_return_refused }: Pick<AdminPayment, 'return_at' | 'is_return_refused'>,
  text: Translate,
): string | null {
  if (is_return_refused) return text(return_at === null ? 'paymentReport.refundFailed' : 'refundAction.returnRefused')
  if (return_at === null) return null
  return text('refundAction.goesBackOn', { at: formatMediumInstant(return_at) })
}

/** Says how an admin has settled a payment; null if nobody has. */
export function settlementOf(
  { settled_note: note, settled_as }: Pick<AdminPayment, 'settled_note' | 'settled_as'>,
  text: Translate,
): string | null {
  if (note === null) return null
  return text(settled_as === 'kept' ? 'refundAction.kept' : 'refundAction.settled', { note: shownWords(note, text) })
}

/** True for money from abroad that was not taken. */
export function isFromAbroad({
  is_international,
  disposition,
}: Pick<AdminPayment, 'is_international' | 'disposition'>): boolean {
  return is_international && disposition === 'quarantined'
}

type Paid = Pick<AdminPayment, 'amount' | 'returned' | 'status'>

type AmountProps = {
  payment: Paid
  /** Writes it like the other amounts of its list. */
  write?: (rupees: number) => string
}

/** An amount, and below it the part of it that went back while the rest is here. */
export function PaidAmount({ payment, write = formatRupees }: AmountProps) {
  const text = useText()
  const { amount, returned, status } = payment
  const isInPart = status === 'captured' && returned > 0
  return (
    <>
      {write(amount)}
      {isInPart && <br />}
      {isInPart && text('donations.returned', { amount: write(returned) })}
    </>
  )
}

/** `id` is our id of the payment, amounts are in rupees. */
export type Refundable = Pick<AdminPayment, 'id' | 'amount' | 'returned' | 'is_refund_failed' | 'razorpay_payment_id'>

/** Refunds what is here of a payment. `shownBy` are the calls whose replies show it. */
export function useRefund(shownBy: Call[]) {
  const text = useText()
  return useSave({
    call: paymentCalls.refund,
    send: ({ id }: Refundable) => request(paymentCalls.refund, { params: { id: String(id) } }),
    confirm: ({ amount, returned, is_refund_failed, razorpay_payment_id: payment }) => {
      // The provider alone knows how much came back of a refund that failed.
      const isRest = returned > 0 && !is_refund_failed
      const due = isRest ? toRupees(toPaise(amount) - toPaise(returned)) : amount
      return {
        title: text('refund.question', { amount: formatRupees(due) }),
        children: text(isRest ? 'refund.restExplanation' : 'refund.explanation', { payment }),
        confirmLabel: text('refund.confirm'),
      }
    },
    rowOf: ({ id }) => id,
    invalidates: shownBy,
    success: ({ reply }) => text(reply.data.status === 'refunded' ? 'refund.done' : 'refund.underWay'),
    failure: { fallback: text('refund.failed') },
  })
}

/** In place of a refund: money of the desk goes back by hand. */
export function VoidDeskPayment() {
  return (
    <Button component={Link} to={paths.desk.to({}, { view: 'all' })} variant="subtle" color="heart" px={8} ml={-8}>
      <RichText id="refund.voidAtDesk" fill={{ where: screenReaderOnly }} />
    </Button>
  )
}
