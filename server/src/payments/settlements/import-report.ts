import type { SettlementImport } from '@petsetu/contract/payments/settlements.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import { problem } from '@petsetu/contract/platform/problem.ts'
import { pluralValues } from '@petsetu/languages/formats.ts'
import { sql } from 'kysely'
import { type Actor, recordAudit } from '../../people/audit/record-audit.ts'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { HttpError } from '../../platform/errors.ts'
import type { LineProblem, Report, ReportLine } from './read-report.ts'

// More would not fit on a screen, and the same mistake is usually on every line.
const PROBLEMS_SHOWN = 20

/**
 * Stores the lines of a report that are not stored yet, all of them or none. It changes nothing else: payments are recorded from the
 * provider's answers alone. Rejects a report with a wrong line, or with one that was stored with other amounts.
 */
export async function importReport(db: Db, { lines, waiting, problems }: Report, by: Actor): Promise<SettlementImport> {
  rejectProblems(problems)
  const added = await inTransaction(db, async (transaction) => {
    const count = await insertLines(transaction, lines)
    rejectProblems(await findChanged(transaction, lines))
    if (count > 0) {
      const after = { added: count, settlements: [...new Set(lines.map((line) => line.settlement_id))].join(', ') }
      await recordAudit(transaction, by, { action: 'settlements-imported', object: { kind: 'settlement' }, after })
    }
    return count
  })
  const months = [...new Set(lines.map((line) => today(new Date(line.settled_at)).slice(0, 7)))]
  return { added, known: lines.length - added, waiting, months: months.toSorted().reverse() }
}

function rejectProblems(problems: LineProblem[]): void {
  if (problems.length === 0) return
  const shown = problems.slice(0, PROBLEMS_SHOWN).map((one) => [`line ${one.line}`, one.problem])
  throw new HttpError(400, 'settlement_lines_wrong', {
    fields: Object.fromEntries(shown),
    values: pluralValues(problems.length),
  })
}

const rowsOf = (lines: ReportLine[]) => sql`jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as report (
  line integer, entity_id text, type text, settlement_id text, utr text, settled_at timestamptz, provider_payment_id text,
  provider_order_id text, amount_paise bigint, debit_paise bigint, credit_paise bigint, fee_paise bigint, tax_paise bigint)`

async function insertLines(transaction: Db, lines: ReportLine[]): Promise<number> {
  const columns = sql.raw(
    'entity_id, type, settlement_id, utr, settled_at, provider_payment_id, provider_order_id, amount_paise, debit_paise, credit_paise, fee_paise, tax_paise',
  )
  const { numAffectedRows } = await sql`
    insert into settlement_lines (${columns}) select ${columns} from ${rowsOf(lines)}
    on conflict (entity_id, type, settlement_id) do nothing`.execute(transaction)
  return Number(numAffectedRows ?? 0)
}

/** The lines whose amounts are not those under which they were stored before, or earlier in the same file. */
async function findChanged(transaction: Db, lines: ReportLine[]): Promise<LineProblem[]> {
  const { rows } = await sql<{ line: number }>`
    select line from ${rowsOf(lines)} join settlement_lines stored using (entity_id, type, settlement_id)
    where (report.amount_paise, report.debit_paise, report.credit_paise, report.fee_paise, report.tax_paise)
      <> (stored.amount_paise, stored.debit_paise, stored.credit_paise, stored.fee_paise, stored.tax_paise)
    order by line`.execute(transaction)
  return rows.map(({ line }) => ({ line, problem: problem('lineChanged', { line }) }))
}
