import type { Plan } from '@petsetu/contract/supporters/plans.ts'
import { type AuditEntry, recordAudit } from '../../people/audit/record-audit.ts'
import { listAdmins } from '../../people/users/user-queries.ts'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Person } from '../../platform/http/routing/person.ts'
import { backDated, daysAgo } from './back-dated.ts'

/** An admin with every duty, as the one who makes a change. */
export function asPerson(admin: { id: number; username: string }): Person {
  return { ...admin, role: 'admin', duties: null, language: null, mustEnrol: false }
}

/** Lets the first admin work on more than complaints, so that each kind of record is in the audit. */
export async function fillAudit(db: Db, [plan]: Plan[]): Promise<void> {
  const [admin] = await listAdmins(db, 'settings')
  if (!admin || !plan) return
  for (const { days, ...entry } of entriesAbout(plan))
    await inTransaction(backDated(db, daysAgo(days)), (transaction) =>
      recordAudit(transaction, { person: asPerson(admin), request: { id: 'demo' } }, entry),
    )
}

function entriesAbout({ id, name, price, features }: Plan): (AuditEntry & { days: number })[] {
  const object = { kind: 'plan', id } as const
  return [
    { days: 440, action: 'plan-created', object, after: { name, price: price + 100, features } },
    { days: 435, action: 'plan-changed', object, before: { price: price + 100 }, after: { price } },
    {
      ...{ days: 26, action: 'pet-changed', object: { kind: 'pet', id: 1 } },
      ...{ before: { address: '' }, after: { address: '14 Neem Lane' }, personal: ['address'] },
    },
    { days: 7, action: 'held-mails-sent', object: { kind: 'mail' }, after: { queued: 12 } },
  ]
}
