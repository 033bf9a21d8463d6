import type { NoticePurpose } from '@petsetu/languages/notice-version.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'

type PurposeEntry = {
  label: PlainId
  /** The name in reports of payments; null if its things have names of their own, which people chose. */
  reported: PlainId | null
  /** The notice that stands beside its form: what is kept, and why. */
  notice: NoticePurpose
  /** The entry of the admin's menu: its section, its text, and the page that lists what was paid for. */
  menu: { section: 'menu.complaints' | 'menu.memberships' | 'menu.money'; label: PlainId; page: string }
  /** Its payments can be deducted from tax, as far as the settings say so. */
  isDeductible: boolean
  /** Its record holds the payer's PAN: encrypted in `pan_enc`, the last characters in `pan_last`. */
  asksForPan: boolean
}

/** Things that can be paid for. Adding one is a type error wherever something is missing for it. */
export const purposes = {
  complaint: {
    label: 'desk.complaint',
    reported: 'paymentReport.filingFee',
    notice: 'complaint',
    menu: { section: 'menu.complaints', label: 'menu.complaints', page: 'complaints' },
    isDeductible: false,
    asksForPan: false,
  },
  membership: {
    label: 'desk.membership',
    reported: null,
    notice: 'membership',
    menu: { section: 'menu.memberships', label: 'menu.membershipReports', page: 'membershipReport' },
    isDeductible: false,
    asksForPan: false,
  },
  donation: {
    label: 'desk.donation',
    reported: 'paymentReport.donation',
    notice: 'donation',
    menu: { section: 'menu.money', label: 'menu.donations', page: 'donations' },
    isDeductible: true,
    asksForPan: true,
  },
} as const satisfies Record<string, PurposeEntry>

export type Purpose = keyof typeof purposes
/** The purposes whose payments can be deducted from tax. */
export type DeductiblePurpose = {
  [P in Purpose]: (typeof purposes)[P]['isDeductible'] extends true ? P : never
}[Purpose]
// Without the helpers of registries, which the admin area's menu would load.
export const PURPOSES = Object.keys(purposes) as Purpose[]
