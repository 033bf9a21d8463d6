import { randomUUID } from 'node:crypto'
import { addMonths, isDay } from '@petsetu/contract/platform/calendar.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import { optionalText, requiredEmail, requiredText } from '@petsetu/contract/platform/fields.ts'
import { problem } from '@petsetu/contract/platform/problem.ts'
import { foldCase, foldName } from '@petsetu/contract/platform/text.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { idsOf, startOfDay } from '../../platform/db/expressions.ts'
import type { Db } from '../../platform/db/pool.ts'
import { conflict } from '../../platform/errors.ts'
import { membershipPeriod } from '../../supporters/memberships/membership-period.ts'
import { listPlans, lockPlanOnOffer, soldWords } from '../../supporters/plans/plan-queries.ts'
import { type Entry, findAccounts, importer, type RowProblem, rowProblem } from './importer.ts'

const MemberRow = z.object({
  name: requiredText({ field: 'name', max: 100 }),
  email: requiredEmail,
  phone: requiredText({ field: 'phone', max: 30 }),
  plan: z.string(problem('noPlan')).trim().min(1, problem('noPlan')),
  startDate: z.string(problem('dateForm')).trim().refine(isDay, problem('dateForm')),
  address: optionalText({ field: 'address', max: 500, lines: 'many' }),
  why_join: optionalText({ field: 'whyJoin', max: 2_000, lines: 'many' }),
  account: optionalText({ field: 'login', max: 254 }),
})
type MemberRow = z.output<typeof MemberRow>

/** Memberships that were bought elsewhere, of plans that are on offer. Nothing is paid for them here. */
export const memberImporter = importer<MemberRow, EarlierMembership>({
  schema: MemberRow,
  // A family may share an address, a plan and a day.
  keyOf: (row) => JSON.stringify([termKey(row), foldName(row.name)]),
  async validate(db, entries, { rejected }) {
    const logins = [...entries.map(({ value }) => value.account), ...rejected.map(({ cells }) => cells.account)]
    const [plans, accounts, known] = await Promise.all([
      listPlans(db),
      findAccounts(db, logins),
      findStored(db, entries),
    ])
    const latestStart = addMonths(today(), 12)
    const compared = ({ plan: name, account: login, startDate }: Named) => {
      const [plan, ...others] = plans.filter((one) => name !== undefined && foldCase(one.name) === foldCase(name))
      const account = login ? accounts.get(foldCase(login)) : null
      return {
        plan,
        account,
        isUnknownPlan: name !== undefined && !plan,
        isOneOfSeveral: others.length > 0,
        // A renewal starts when the last membership ends: after a mistyped year it would start in that year.
        isTooLate: startDate !== undefined && startDate > latestStart,
      }
    }
    const ready: EarlierMembership[] = []
    const problems: RowProblem[] = rejected.flatMap(({ row, cells }) => problemsOf(row, compared(cells)))
    let knownCount = 0
    for (const { row, value } of entries) {
      const { plan: _, account: _login, startDate, ...person } = value
      const found = compared(value)
      const { plan, account } = found
      const wrong = problemsOf(row, found)
      problems.push(...wrong)
      if (wrong.length > 0 || account === undefined || !plan) continue
      if (known.get(termKey(value))?.some((name) => maySpell(name, value.name))) knownCount++
      else ready.push({ ...person, planId: plan.id, startDate, account })
    }
    return { ready, knownCount, problems }
  },
  async insert(transaction, ready) {
    const ids = await insertEarlierMemberships(transaction, ready)
    return ids.map((id) => ({ kind: 'membership', record_id: id }))
  },
})

type Named = { plan?: string | undefined; account?: string | null | undefined; startDate?: string | undefined }

type Compared = { account: unknown; isUnknownPlan: boolean; isOneOfSeveral: boolean; isTooLate: boolean }

function problemsOf(row: number, { account, isUnknownPlan, isOneOfSeveral, isTooLate }: Compared): RowProblem[] {
  return [
    ...(account === undefined ? [{ row, field: 'account', problem: rowProblem('unknownAccount') }] : []),
    ...(isUnknownPlan ? [{ row, field: 'plan', problem: rowProblem('unknownPlan') }] : []),
    ...(isOneOfSeveral ? [{ row, field: 'plan', problem: rowProblem('severalPlans') }] : []),
    ...(isTooLate ? [{ row, field: 'startDate', problem: rowProblem('startsTooLate') }] : []),
  ]
}

function termKey({ email, plan, startDate }: Pick<MemberRow, 'email' | 'plan' | 'startDate'>): string {
  return JSON.stringify([foldCase(email), foldCase(plan), startDate])
}

/** True if two spellings may be the name of one person: a word may be shortened, as in 'Asha R'. */
function maySpell(one: string, other: string): boolean {
  const [words, others] = [foldName(one).split(' '), foldName(other).split(' ')]
  const isSame = (word: string, same = '') => word.startsWith(same) || same.startsWith(word)
  return words.length === others.length && words.every((word, index) => isSame(word, others[index]))
}

/** The names of members in stored memberships with the address, plan and day of the rows. A cancelled membership may be imported again. */
async function findStored(db: Db, entries: Entry<MemberRow>[]): Promise<Map<string, string[]>> {
  const emails = entries.map(({ value }) => foldCase(value.email))
  const rows = await db
    .selectFrom('memberships')
    .select(['name', 'email', 'plan_name as plan', 'start_date'])
    .where(sql<boolean>`lower(normalize(email, NFKC)) = any(${emails}::text[])`)
    .where('status', '=', 'active')
    .execute()
  const names = new Map<string, string[]>()
  for (const { name, start_date, ...row } of rows) {
    const key = termKey({ ...row, startDate: start_date ?? '' })
    names.set(key, [...(names.get(key) ?? []), name])
  }
  return names
}

/** A membership that was bought elsewhere. Without an account it is the member's own once an account has confirmed the e-mail address. */
export type EarlierMembership = {
  name: string
  email: string
  phone: string
  address?: string | null | undefined
  why_join?: string | null | undefined
  planId: number
  startDate: string
  account: { id: number; username: string } | null
}

/** Stores memberships that cost nothing here, need no payment and count in no revenue. Nobody is told. */
async function insertEarlierMemberships(transaction: Db, members: EarlierMembership[]): Promise<number[]> {
  const plans = await lockPlans(transaction, members)
  const rows = await transaction
    .insertInto('memberships')
    .values(
      members.map(({ planId, startDate, account, address, why_join, ...person }) => {
        const plan = plans.get(planId)
        if (!plan) throw conflict('plan_not_offered')
        return {
          ...person,
          address: address ?? '',
          why_join: why_join ?? '',
          user_id: account?.id ?? null,
          username: account?.username ?? person.name,
          plan_id: planId,
          category: plan.category,
          ...soldWords(plan),
          duration_months: plan.duration_months,
          price_paise: 0,
          status: 'active',
          start_date: startDate,
          expiry_date: membershipPeriod(startDate, null, plan.duration_months).expiryDate,
          created_at: sql<Date>`least(now(), ${startOfDay(startDate)})`,
          // Only the details of what is not paid yet have to be found again.
          details_key: `imported ${randomUUID()}`,
        }
      }),
    )
    .returning('id')
    .execute()
  return idsOf(rows)
}

async function lockPlans(transaction: Db, members: EarlierMembership[]) {
  const ids = [...new Set(members.map(({ planId }) => planId))].sort((one, other) => one - other)
  const plans = new Map<number, NonNullable<Awaited<ReturnType<typeof lockPlanOnOffer>>>>()
  for (const id of ids) {
    const plan = await lockPlanOnOffer(transaction, id)
    if (plan) plans.set(id, plan)
  }
  return plans
}
