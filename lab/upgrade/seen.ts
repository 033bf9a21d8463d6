import { OPEN_STATUSES } from '@petsetu/contract/complaints/complaint-statuses.ts'
import { type SearchKind, searchCalls } from '@petsetu/contract/office/search.ts'
import { PaidStatus } from '@petsetu/contract/payments/payments.ts'
import { careCalls } from '@petsetu/contract/pets/care.ts'
import { type RawBuilder, sql } from 'kysely'
import { countersIn } from '../../server/src/platform/db/counters.ts'
import { literals } from '../../server/src/platform/db/expressions.ts'
import type { Db, Pool } from '../../server/src/platform/db/pool.ts'
import type { Context } from '../faults/src/process/actions.ts'
import { sendUntilAnswered } from '../faults/src/process/send.ts'
import { type Random, seededRandom } from '../faults/src/random.ts'
import { type Owner, signIn } from './owners.ts'

const CHECKED_MAX = 20

type Asked = { context: Context; db: Db; pool: Pool }

/** Returns sentences on everything that the former program was told, or wrote, and the new one does not see. `emails` are of people who complained. */
export async function findUnseen(asked: Asked, owners: Owner[], emails: string[]): Promise<string[]> {
  const random = seededRandom(0, 'seen', 0)
  const wrong = [...(await wrongRows(asked.db)), ...(await wrongCounters(asked))]
  for (const owner of owners.slice(-CHECKED_MAX)) wrong.push(...(await wrongOf(asked.context, random, owner)))
  for (const email of emails.slice(-CHECKED_MAX)) {
    if (!(await isFound(asked.context, random, 'complaint', email)))
      wrong.push(`the search does not find the complaint of ${email}`)
  }
  return wrong
}

async function wrongOf(context: Context, random: Random, owner: Owner): Promise<string[]> {
  const { username, pet, petId, petName, vaccinationDate } = owner
  const token = await signIn(context, random, username)
  if (!token) return [`${username} cannot sign in`]
  const params = { id: String(pet) }
  const care = (await sendUntilAnswered(context, random, careCalls.list, { params }, { token })) ?? []
  const page = await fetch(`${context.nodeUrls[0]}/pet-detail/${petId}`, { headers: { accept: 'text/html' } })
  return [
    ...(care[0]?.day === vaccinationDate ? [] : [`the newest care record of ${petName} is not of ${vaccinationDate}`]),
    ...((await page.text()).includes(petName) ? [] : [`the page of ${petId} does not name ${petName}`]),
    ...((await isFound(context, random, 'pet', petName)) ? [] : [`the search does not find ${petName}`]),
    ...((await isFound(context, random, 'user', username)) ? [] : [`the search does not find ${username}`]),
  ]
}

async function isFound(context: Context, random: Random, kind: SearchKind, q: string): Promise<boolean> {
  const token = context.adminToken
  const found = (await sendUntilAnswered(context, random, searchCalls.find, { query: { q } }, { token }))?.data
  const results = [...(found?.exact ?? []), ...(found?.groups.flatMap((group) => group.results) ?? [])]
  return results.some((result) => result.kind === kind)
}

/** The rows that must not be there. */
const WRONG_ROWS: Record<string, RawBuilder<unknown>> = {
  'complaints without the beginning of their history': sql`complaints where not exists (
    select from case_events where complaint_id = complaints.id and kind = 'filed')`,
  'paid complaints whose history does not say so': sql`complaints where payment_status in ${literals(PaidStatus.options)} and not exists (
    select from case_events where complaint_id = complaints.id and kind = 'paid')`,
  'refunded complaints whose history does not say so': sql`complaints where payment_status = 'refunded' and not exists (
    select from case_events where complaint_id = complaints.id and kind = 'refund')`,
  'histories in a wrong order': sql`case_events filing where kind = 'filed' and exists (
    select from case_events where complaint_id = filing.complaint_id and id < filing.id)`,
  'events that are there twice': sql`(select from case_events where kind in ('filed', 'paid', 'refund')
    group by complaint_id, kind having count(*) > 1) doubled`,
  'open complaints without a due day': sql`complaints where status in ${literals(OPEN_STATUSES)} and due_on is null`,
  'pets whose vaccination has no care record': sql`pets where vaccination_date is not null and not exists (
    select from care_records where pet_number = pets.id and pair = 'vaccination' and day = vaccination_date)`,
}

async function wrongRows(db: Db): Promise<string[]> {
  const wrong: string[] = []
  for (const [what, rows] of Object.entries(WRONG_ROWS)) {
    const result = await sql<{ count: number }>`select count(*) as count from ${rows}`.execute(db)
    const count = result.rows[0]?.count
    if (count !== 0) wrong.push(`${count} ${what}`)
  }
  return wrong
}

const COUNTED = ['users', 'pets', 'tags', 'complaints', 'memberships'] as const

async function wrongCounters({ db, pool }: Asked): Promise<string[]> {
  const counters = countersIn(pool)
  const wrong: string[] = []
  for (const what of COUNTED) {
    const kept = (await counters(what)).reduce((sum, { rows }) => sum + rows, 0)
    const { count } = await db
      .selectFrom(what)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    if (kept !== count) wrong.push(`the counters know of ${kept} ${what}, and there are ${count}`)
  }
  return wrong
}
