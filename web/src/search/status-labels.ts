import { STATUS_LABELS as COMPLAINT_LABELS } from '@petsetu/contract/complaint-labels.ts'
import type { MembershipStatus } from '@petsetu/contract/memberships.ts'
import type { PaymentStatus } from '@petsetu/contract/payments.ts'
import type { SearchKind } from '@petsetu/contract/search.ts'
import type { Tag } from '@petsetu/contract/tags.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'

const TAG = {
  blank: 'tags.blank',
  registered: 'tags.registered',
  spent: 'tags.spent',
} satisfies Record<Tag['state'], PlainId>

const MEMBERSHIP = {
  active: 'membershipStatus.active',
  expired: 'membershipStatus.expired',
  cancelled: 'membershipStatus.cancelled',
  pending: 'membershipStatus.pending',
} satisfies Record<MembershipStatus, PlainId>

const PAYMENT = {
  created: 'paymentStatus.created',
  authorized: 'paymentStatus.authorized',
  captured: 'paymentStatus.captured',
  failed: 'paymentStatus.failed',
  refunded: 'paymentStatus.refunded',
} satisfies Record<PaymentStatus, PlainId>

/** The label for each status of a result; a kind that is left out shows none. */
export const STATUS_LABELS: Partial<Record<SearchKind, Record<string, PlainId>>> = {
  tag: TAG,
  user: { admin: 'users.admin' },
  complaint: COMPLAINT_LABELS,
  membership: MEMBERSHIP,
  donation: { paid: 'donations.paid', refunded: 'donations.refunded' },
  payment: PAYMENT,
}
