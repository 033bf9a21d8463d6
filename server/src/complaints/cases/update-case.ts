import type { CaseEventKind } from '@petsetu/contract/case-events.ts'
import type { CaseUpdate } from '@petsetu/contract/cases.ts'
import type { Actor } from '../../audit/record-audit.ts'
import { holds } from '../../db/holds.ts'
import type { Db } from '../../db/pool.ts'
import { inTransaction } from '../../db/transaction.ts'
import { changedMeanwhile, conflict, notFound } from '../../errors.ts'
import { hasDuty } from '../../users/admin-duties.ts'
import { type CaseActor, recordCaseEvent } from '../case-events.ts'
import { findComplaint, hideName } from '../complaint-queries.ts'
import { auditCase } from './audit-case.ts'

const CASE_COLUMNS = ['priority', 'due_on', 'assignee_id', 'outcome'] as const

/**
 * Changes how a case is worked on; what is left out stays. Rejects with 404 for an unknown complaint, and with 409 if it has another
 * version by now, or for the outcome of a case that is still open.
 */
export async function updateCase(db: Db, id: number, { version, ...changes }: CaseUpdate, actor: Actor): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const stored = await transaction
      .selectFrom('complaints')
      .select([...CASE_COLUMNS, 'version', 'status'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!stored) throw notFound('complaint_not_found')
    // A repeat of an update whose reply was lost changes nothing either.
    if (holds(stored, changes)) return
    if (stored.version !== version) throw await changedCase(transaction, id)
    if (changes.outcome && (stored.status === 'pending' || stored.status === 'in_progress'))
      throw conflict('case_still_open')
    if (changes.assignee_id) await requireAdmin(transaction, changes.assignee_id)
    await auditCase(transaction, actor, { id, action: 'complaint-changed' }, async () => {
      await transaction.updateTable('complaints').set(changes).where('id', '=', id).execute()
      await recordChanges(transaction, { id, by: { role: 'admin', userId: actor.person.id }, stored, changes })
    })
  })
}

type Columns = (typeof CASE_COLUMNS)[number]
type Values = { [Column in Columns]?: string | number | null | undefined }

const KINDS: Record<Columns, CaseEventKind> = {
  priority: 'priority',
  due_on: 'due',
  assignee_id: 'assign',
  outcome: 'outcome',
}

async function recordChanges(
  transaction: Db,
  { id, by, stored, changes }: { id: number; by: CaseActor; stored: Values; changes: Values },
): Promise<void> {
  for (const column of CASE_COLUMNS) {
    const [before = null, after] = [stored[column], changes[column]]
    if (after !== undefined && after !== before)
      await recordCaseEvent(transaction, id, { by, kind: KINDS[column], before, after })
  }
}

async function changedCase(transaction: Db, id: number): Promise<Error> {
  const current = await findComplaint(transaction, id)
  return changedMeanwhile('errorSentences.changedComplaint', current ? hideName(current) : {})
}

/** Only an admin with the duty for it can work on a complaint. */
export async function requireAdmin(transaction: Db, userId: number): Promise<void> {
  const admin = await transaction
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where(hasDuty('cases'))
    // Waits for a deletion of the account.
    .forKeyShare()
    .executeTakeFirst()
  if (!admin) throw notFound('assignee_not_found')
}
