import { linkCalls, type MadePayLink } from '@petsetu/contract/payments/links.ts'

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

// The address of a link is known only when it is made. It stays in memory, for the page that is opened next.
const made = new Map<string, MadePayLink>()

const keyOf = (kind: 'complaint', id: number) => `${kind} ${id}`

/** Keeps a link that one page made for the page of what it pays. */
export function keepMadeLink(kind: 'complaint', id: number, link: MadePayLink): void {
  made.set(keyOf(kind, id), link)
}

export function madeLinkOf(kind: 'complaint', id: number): MadePayLink | null {
  return made.get(keyOf(kind, id)) ?? null
}
