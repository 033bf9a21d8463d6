import { keysOf, type StatusLook } from '../platform/registry.ts'

type StatusEntry = StatusLook & {
  /** Sets it: a registration, the payment of the fee, the calendar when the last day is over, or an admin. */
  setBy: 'registration' | 'payment' | 'calendar' | 'admin'
  /** The slice of the chart. */
  colour: string
}

/** The statuses of a membership. The calendar stores none: an active membership whose last day is over is shown as expired. */
export const membershipStatuses = {
  active: { setBy: 'payment', label: 'membershipStatus.active', tone: 'active', icon: 'check', colour: '#28a745' },
  expired: {
    setBy: 'calendar',
    label: 'membershipStatus.expired',
    tone: 'expired',
    icon: 'hourglass',
    colour: '#6c757d',
  },
  cancelled: {
    setBy: 'admin',
    label: 'membershipStatus.cancelled',
    tone: 'cancelled',
    icon: 'cross',
    colour: '#dc3545',
  },
  pending: {
    setBy: 'registration',
    label: 'membershipStatus.pending',
    tone: 'pending',
    icon: 'clock',
    colour: '#ffc107',
  },
} as const satisfies Record<string, StatusEntry>

export const MEMBERSHIP_STATUSES = keysOf(membershipStatuses)

/** The statuses that are stored. */
export type StoredMembershipStatus = {
  [Status in keyof typeof membershipStatuses]: (typeof membershipStatuses)[Status]['setBy'] extends 'calendar'
    ? never
    : Status
}[keyof typeof membershipStatuses]
export const STORED_MEMBERSHIP_STATUSES = MEMBERSHIP_STATUSES.filter(
  (status): status is StoredMembershipStatus => membershipStatuses[status].setBy !== 'calendar',
)

/** A membership's number as cards show it, with the year in which it began: the third one, begun in 2026, is M-2026-00003. */
export const memberNumber = ({ number, start_date }: { number: number; start_date: string }): string =>
  `M-${start_date.slice(0, 4)}-${String(number).padStart(5, '0')}`

/** The id in a member's number as somebody typed it, null if it is none. The year may have changed since it was printed. */
export function parseMemberNumber(typed: string): number | null {
  const digits = /^M[\s-]*\d{4}[\s-]*(\d{5,10})$/i.exec(typed.trim())?.[1]
  return digits === undefined ? null : Number(digits)
}

const RENEWAL_DAYS = 30
const DAY_MS = 86_400_000

/** The first day on which a membership can be renewed. */
export function renewalFrom(lastDay: string): string {
  return new Date(Date.parse(lastDay) - RENEWAL_DAYS * DAY_MS).toISOString().slice(0, 10)
}

/** True from 30 days before the last day on, and after it: by then the first reminder has been sent. Both are Indian days. */
export function isRenewalDue(lastDay: string, today: string): boolean {
  return (Date.parse(lastDay) - Date.parse(today)) / DAY_MS <= RENEWAL_DAYS
}

/** Splits the features of a plan, which are stored as one text with one feature per line. */
export function featureList(features: string): string[] {
  return features
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
