import type { Purpose } from '@petsetu/contract/platform/purposes.ts'
import type { Evidence } from '../evidence.ts'
import type { Operation, Outcome } from '../history.ts'

type Books = Evidence['books']

/** Facts about each purpose that the checks need. */
type PurposeFacts = {
  /** The forms that clients sent, each known by its e-mail address. */
  forms: (history: Operation[]) => { email: string; outcome: Outcome }[]
  /** Counts the records of each e-mail address. */
  recordsByEmail: (books: Books) => Map<string, number>
  /** The price of a subject; null if the payer names it. */
  pricePaise: (books: Books, id: number) => number | null | undefined
  /** Returns the state of a subject, and the state that it must have once its money went back. */
  state: (books: Books, id: number) => string | undefined
  refundedState: string
  nameOf: (books: Books, id: number) => string | undefined
}

export const PURPOSE_FACTS: Record<Purpose, PurposeFacts> = {
  complaint: {
    forms: (history) =>
      history.flatMap((operation) =>
        operation.kind === 'submit' ? [{ email: operation.fields.email ?? '', outcome: operation.outcome }] : [],
      ),
    recordsByEmail: ({ complaints }) => counted(complaints),
    pricePaise: () => null,
    state: ({ complaints }, id) => complaints.find((row) => row.id === id)?.payment_status,
    refundedState: 'refunded',
    nameOf: ({ complaints }, id) => complaints.find((row) => row.id === id)?.fullname,
  },
  membership: {
    forms: (history) =>
      history.flatMap((operation) =>
        operation.kind === 'register' ? [{ email: operation.email, outcome: operation.outcome }] : [],
      ),
    recordsByEmail: ({ memberships }) => counted(memberships.filter((one) => !isRenewal(one, memberships))),
    pricePaise: ({ memberships }, id) => memberships.find((row) => row.id === id)?.price_paise,
    state: ({ memberships }, id) => memberships.find((row) => row.id === id)?.status,
    refundedState: 'cancelled',
    nameOf: ({ memberships }, id) => memberships.find((row) => row.id === id)?.name,
  },
  donation: {
    forms: (history) =>
      history.flatMap((operation) =>
        operation.kind === 'donate' ? [{ email: operation.email, outcome: operation.outcome }] : [],
      ),
    recordsByEmail: ({ donations }) => counted(donations),
    pricePaise: ({ donations }, id) => donations.find((row) => row.id === id)?.amount_paise,
    state: ({ donations }, id) => donations.find((row) => row.id === id)?.status,
    refundedState: 'refunded',
    nameOf: ({ donations }, id) => donations.find((row) => row.id === id)?.name,
  },
}

const DAY_MS = 86_400_000

type Membership = Pick<Books['memberships'][number], 'email' | 'status' | 'created_at'>

/** A form that is sent a day after the same was paid is another one. */
function isRenewal({ email, created_at }: Membership, memberships: Membership[]): boolean {
  const before = created_at.getTime() - DAY_MS
  return memberships.some((one) => one.email === email && one.status === 'active' && one.created_at.getTime() < before)
}

function counted(rows: { email: string }[]): Map<string, number> {
  return new Map([...Map.groupBy(rows, ({ email }) => email)].map(([email, ofOne]) => [email, ofOne.length]))
}
