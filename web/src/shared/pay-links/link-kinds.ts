import { linkCalls } from '@petsetu/contract/payments/links.ts'

/** The calls for the links of one kind of thing. Each needs another duty. */
export const LINK_KINDS = {
  complaint: {
    list: linkCalls.listForComplaint,
    send: linkCalls.sendForComplaint,
    revoke: linkCalls.revokeForComplaint,
  },
  membership: {
    list: linkCalls.listForMembership,
    send: linkCalls.sendForMembership,
    revoke: linkCalls.revokeForMembership,
  },
  donation: {
    list: linkCalls.listForDonations,
    send: linkCalls.sendForDonation,
    revoke: linkCalls.revokeForDonation,
  },
} as const

export type LinkKind = (typeof LINK_KINDS)[keyof typeof LINK_KINDS]
