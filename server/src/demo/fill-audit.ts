import type { Plan } from '@petsetu/contract/plans.ts'
import { type AuditEntry, recordAudit } from '../audit/record-audit.ts'
import type { Db } from '../db/pool.ts'
import { inTransaction } from '../db/transaction.ts'
import { listAdmins } from '../users/user-queries.ts'

/** What the first admin did, so that the page of the audit has something to show. */
export async function fillAudit(db: Db, [plan]: Plan[]): Promise<void> {
  const [admin] = await listAdmins(db, 'settings')
  if (!admin || !plan) return
  const person = { ...admin, role: 'admin', duties: null, language: null, mustEnrol: false } as const
  await inTransaction(db, async (transaction) => {
    for (const entry of entriesAbout(plan)) await recordAudit(transaction, { person, request: { id: 'demo' } }, entry)
  })
}

function entriesAbout({ id, name, price, features }: Plan): AuditEntry[] {
  const complaint = { kind: 'complaint', id: 1 } as const
  return [
    { action: 'plan-created', object: { kind: 'plan', id }, after: { name, price: price + 100, features } },
    { action: 'plan-changed', object: { kind: 'plan', id }, before: { price: price + 100 }, after: { price } },
    {
      action: 'complaint-status-set',
      object: complaint,
      before: { status: 'pending' },
      after: { status: 'in_progress' },
    },
    { action: 'name-revealed', object: complaint, reason: 'The police asked who saw it.' },
    {
      ...{ action: 'pet-changed', object: { kind: 'pet', id: 1 } },
      ...{ before: { address: '' }, after: { address: '12 Neem Road' }, personal: ['address'] },
    },
    { action: 'held-mails-sent', object: { kind: 'mail' }, after: { queued: 12 } },
  ]
}
