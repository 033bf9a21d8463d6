import type { PlainId } from '@petsetu/languages/translator.ts'
import { keysOf, type StatusLook } from '../platform/registry.ts'

type StatusEntry = StatusLook & {
  /** The foundation still works on the case: only then it can be overdue, and only afterwards it has an outcome. */
  isOpen: boolean
  /** Nothing follows: the case of an erased complaint loses its text and its files. */
  isFinal: boolean
  /** An animal got help, if no outcome says more: the home page counts the case as resolved. */
  isHelp: boolean
  /** When a case is counted in the menu as waiting for an admin. */
  waits: 'always' | 'overdue' | 'never'
  /** The status in the words for the complainant: on the page of the complaint, and in a mail. */
  followed: PlainId
  mailed: PlainId
  /** Tells an admin that the status was set. */
  saved: PlainId
}

/** The statuses of a case, in the order in which it goes through them. Admins may set each of them; reopening sets the first. */
export const complaintStatuses = {
  pending: {
    isOpen: true,
    isFinal: false,
    isHelp: false,
    waits: 'always',
    label: 'complaintStatus.pending',
    tone: 'pending',
    icon: 'clock',
    followed: 'complaintStatus.followedPending',
    mailed: 'complaintStatus.mailedPending',
    saved: 'complaintStatus.nowPending',
  },
  in_progress: {
    isOpen: true,
    isFinal: false,
    isHelp: false,
    waits: 'overdue',
    label: 'complaintStatus.inProgress',
    tone: 'brand',
    icon: 'progress',
    followed: 'complaintStatus.followedInProgress',
    mailed: 'complaintStatus.mailedInProgress',
    saved: 'complaintStatus.nowInProgress',
  },
  resolved: {
    isOpen: false,
    isFinal: false,
    isHelp: true,
    waits: 'never',
    label: 'complaintStatus.resolved',
    tone: 'active',
    icon: 'check',
    followed: 'complaintStatus.followedResolved',
    mailed: 'complaintStatus.mailedResolved',
    saved: 'complaintStatus.nowResolved',
  },
  closed: {
    isOpen: false,
    isFinal: true,
    isHelp: false,
    waits: 'never',
    label: 'complaintStatus.closed',
    tone: 'expired',
    icon: 'archive',
    followed: 'complaintStatus.followedClosed',
    mailed: 'complaintStatus.mailedClosed',
    saved: 'complaintStatus.nowClosed',
  },
} as const satisfies Record<string, StatusEntry>

export const COMPLAINT_STATUSES = keysOf(complaintStatuses)

export const OPEN_STATUSES = COMPLAINT_STATUSES.filter((status) => complaintStatuses[status].isOpen)
export const ENDED_STATUSES = COMPLAINT_STATUSES.filter((status) => !complaintStatuses[status].isOpen)
/** They count as resolved without an outcome. */
export const HELP_STATUSES = ENDED_STATUSES.filter((status) => complaintStatuses[status].isHelp)
export const FINAL_STATUSES = COMPLAINT_STATUSES.filter((status) => complaintStatuses[status].isFinal)

type FeeEntry = StatusLook & {
  /** The fee must still be paid, unless the complaint is merged into another one. */
  isDue: boolean
}

/** The statuses of the filing fee: `none` until a payment is started; `refunded` after a full refund. */
export const feeStatuses = {
  none: { isDue: true, label: 'complaintStatus.notPaid', tone: 'expired', icon: 'dashed' },
  pending: { isDue: true, label: 'paymentStatus.created', tone: 'pending', icon: 'clock' },
  failed: { isDue: true, label: 'paymentStatus.failed', tone: 'cancelled', icon: 'cross' },
  paid: { isDue: false, label: 'paymentStatus.captured', tone: 'active', icon: 'check' },
  refunded: { isDue: false, label: 'paymentStatus.refunded', tone: 'expired', icon: 'back' },
} as const satisfies Record<string, FeeEntry>

export const DUE_FEES = keysOf(feeStatuses).filter((status) => feeStatuses[status].isDue)

type Fee = { payment_status: keyof typeof feeStatuses; duplicate_of: number | null }

/** True if the filing fee of a complaint must still be paid. */
export function isFeeDue({ payment_status, duplicate_of }: Fee): boolean {
  return feeStatuses[payment_status].isDue && duplicate_of === null
}
