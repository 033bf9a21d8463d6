import type { Purpose } from '@petsetu/contract/platform/purposes.ts'
import type { Evidence } from '../evidence.ts'
import { captures } from './money.ts'

/** I3: an active membership is free, or its price was captured, applied and not refunded. */
export function activeMembershipsArePaid({ books, ledgerPayments }: Evidence): string[] {
  const active = books.memberships.filter(({ status, price_paise }) => status === 'active' && price_paise > 0)
  const applied = appliedBySubject(books, 'membership')
  return active.flatMap(({ id, price_paise, razorpay_payment_id }) => {
    const truth = ledgerPayments.get(razorpay_payment_id ?? '')
    if (!truth?.captured) return [`membership ${id} is active, but nothing was captured for it`]
    if (truth.status === 'refunded') return [`membership ${id} is active, but its money went back`]
    if (truth.amount !== price_paise) return [`membership ${id} of ${price_paise} is active for ${truth.amount} paise`]
    const row = applied.get(id)
    return row?.provider_payment_id === truth.id ? [] : [`membership ${id} is active without its applied payment`]
  })
}

/** I4: a fully paid membership is not pending. */
export function paidMembershipsAreNotPending(evidence: Evidence): string[] {
  const status = new Map(evidence.books.memberships.map((membership) => [membership.id, membership.status]))
  return fullCaptures(evidence, 'membership').flatMap(({ payment, order }) =>
    payment.status === 'captured' && status.get(order.subject_id) === 'pending'
      ? [`membership ${order.subject_id} is pending, but ${payment.id} paid for it`]
      : [],
  )
}

/** I5: a complaint is paid exactly if its fee was captured and applied, and it names that payment. */
export function complaintsArePaidWhenTheyAre(evidence: Evidence): string[] {
  const { books, ledgerPayments } = evidence
  const paying = new Set(
    fullCaptures(evidence, 'complaint')
      .filter(({ payment }) => payment.status === 'captured')
      .map(({ order }) => order.subject_id),
  )
  const applied = appliedBySubject(books, 'complaint')
  return books.complaints.flatMap(({ id, payment_status: shown, payment_paise, razorpay_payment_id }) => {
    const row = applied.get(id)
    if (!row) {
      if (shown === 'paid' || shown === 'refunded') return [`complaint ${id} is ${shown} without an applied payment`]
      return paying.has(id) ? [`complaint ${id} is ${shown}, but its fee was captured`] : []
    }
    const truth = ledgerPayments.get(row.provider_payment_id)
    const wanted = truth?.status === 'captured' ? 'paid' : truth?.status === 'refunded' ? 'refunded' : 'unpaid'
    if (shown !== wanted) return [`complaint ${id} is ${shown}, the provider says ${wanted}`]
    const isSame = razorpay_payment_id === row.provider_payment_id && payment_paise === truth?.amount
    return isSame ? [] : [`complaint ${id} names another payment or amount than ${row.provider_payment_id}`]
  })
}

/** I24: a donation is paid exactly if its whole amount was captured and applied, and it names that payment. */
export function donationsArePaidWhenTheyAre(evidence: Evidence): string[] {
  const { books, ledgerPayments } = evidence
  const paying = new Map(
    fullCaptures(evidence, 'donation')
      .filter(({ payment }) => payment.status === 'captured')
      .map(({ payment, order }) => [order.subject_id, payment.id]),
  )
  const applied = appliedBySubject(books, 'donation')
  return books.donations.flatMap(({ id, status, amount_paise, razorpay_payment_id }) => {
    const isUnpaid = status === 'pending' || status === 'expired'
    if (isUnpaid) return paying.has(id) ? [`donation ${id} is ${status}, but ${paying.get(id)} paid it`] : []
    const truth = ledgerPayments.get(applied.get(id)?.provider_payment_id ?? '')
    const wanted = truth?.status === 'captured' ? 'paid' : truth?.status === 'refunded' ? 'refunded' : 'unpaid'
    if (status !== wanted) return [`donation ${id} is ${status}, the provider says ${wanted}`]
    const isSame = razorpay_payment_id === truth?.id && amount_paise === truth.amount
    return isSame ? [] : [`donation ${id} names another payment or amount than ${truth?.id}`]
  })
}

/**
 * I14: a membership lasts its calendar months. It starts on the Indian date of its payment, or where an earlier one of the member ends or
 * was cancelled; one that has not begun leaves no gap after those that are active, and no two run at the same time.
 */
export function membershipsRunForTheirMonths({ books, ledgerPayments, now }: Evidence): string[] {
  const today = indianDay(now.getTime() / 1_000)
  return books.memberships.flatMap((membership) => {
    const { id, start_date: start, expiry_date: expiry, duration_months: months, price_paise, status } = membership
    if (start === null || expiry === null) return status === 'active' ? [`membership ${id} has no dates`] : []
    const due = monthsLater(start, months)
    if (expiry !== due) return [`membership ${id} runs from ${start} for ${months} months to ${expiry}, not to ${due}`]
    const paidAt = ledgerPayments.get(membership.razorpay_payment_id ?? '')?.created_at
    if (price_paise === 0 || paidAt === undefined) return []
    const paidOn = indianDay(paidAt)
    const others = books.memberships.filter((other) => other.id !== id && isOfSameMember(other, membership))
    const isRunning = (one: { status: string; price_paise: number }) => one.status === 'active' && one.price_paise > 0
    const beside = others.find(
      (other) => isRunning(other) && (other.start_date ?? expiry) < expiry && start < (other.expiry_date ?? start),
    )
    if (isRunning(membership) && beside) return [`memberships ${id} and ${beside.id} of a member run at the same time`]
    const isAhead = others.some((other) => other.expiry_date === start && other.status === 'active')
    if (status === 'active' && start > today && start !== paidOn && !isAhead)
      return [`membership ${id} begins on ${start}, and none of the member runs until then`]
    const mayWait =
      start > paidOn && others.some((other) => other.expiry_date === start || other.status === 'cancelled')
    return start === paidOn || mayWait ? [] : [`membership ${id} begins on ${start}, but was paid on ${paidOn}`]
  })
}

type Member = { user_id: number | null; email: string; category: string }

function isOfSameMember(one: Member, other: Member): boolean {
  const isSameAccount = one.user_id !== null && one.user_id === other.user_id
  return one.category === other.category && (isSameAccount || one.email === other.email)
}

function fullCaptures(evidence: Evidence, purpose: Purpose) {
  return captures(evidence).filter(
    ({ payment, order }) =>
      order.purpose === purpose && payment.amount === order.amount_paise && !payment.international,
  )
}

function appliedBySubject(books: Evidence['books'], purpose: Purpose) {
  const rows = books.payments.filter((row) => row.disposition === 'applied' && row.purpose === purpose)
  return new Map(rows.map((row) => [row.subject_id, row]))
}

// Deliberately not the product's own date code, so that a mistake there is found.
const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

function monthsLater(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const count = year * 12 + month - 1 + months
  const [toYear, toMonth] = [Math.floor(count / 12), count % 12]
  const isLeap = (toYear % 4 === 0 && toYear % 100 !== 0) || toYear % 400 === 0
  const last = toMonth === 1 && isLeap ? 29 : (MONTH_DAYS[toMonth] ?? 31)
  return [String(toYear).padStart(4, '0'), two(toMonth + 1), two(Math.min(date, last))].join('-')
}

const two = (value: number) => String(value).padStart(2, '0')

// India Standard Time has no daylight saving.
function indianDay(unixSeconds: number): string {
  return new Date((unixSeconds + 19_800) * 1_000).toISOString().slice(0, 10)
}
