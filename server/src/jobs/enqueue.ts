import { LANGUAGES } from '@petsetu/languages/languages.ts'
import type { TaskList } from 'graphile-worker'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../db/pool.ts'

/** All tasks, with the payloads of their jobs. */
const PAYLOADS = {
  'apply-payment-event': z.object({ eventId: z.string() }),
  'deliver-mail': z.object({ mailId: z.int(), since: z.iso.datetime().optional() }),
  'send-reset-link': z.object({ login: z.string(), language: z.enum(LANGUAGES) }),
  'send-privacy-code': z.object({ email: z.string(), language: z.enum(LANGUAGES) }),
  'send-track-code': z.object({ reference: z.string(), email: z.string(), language: z.enum(LANGUAGES) }),
  // Added by a trigger of the table (migrations/0022-photos.sql).
  'remove-photo-files': z.object({ name: z.string() }),
  // Null for the job of the crontab, whose payload names no page.
  'queue-reminders': z.unknown(),
  'run-import': z.object({ importId: z.int() }),
  'sweep-payments': z.object({ from: z.int(), to: z.int(), skip: z.int() }).nullable().catch(null),
}

export type TaskName = keyof typeof PAYLOADS
type Payload<Name extends TaskName> = z.output<(typeof PAYLOADS)[Name]>

/** What each task does with the payload of a job. */
export type Tasks = { [Name in TaskName]: (payload: Payload<Name>) => Promise<void> }

export const ATTEMPTS_MAX = 10

/**
 * Adds a job, in the transaction that `db` may be. A waiting job with the same `jobKey` is replaced. The only code that writes
 * graphile-worker's `add_job`.
 */
export async function enqueue<Name extends TaskName>(
  db: Db,
  name: Name,
  payload: Payload<Name>,
  {
    jobKey = null,
    attemptsMax = ATTEMPTS_MAX,
    runAt = null,
  }: { jobKey?: string | null; attemptsMax?: number; runAt?: Date | null | undefined } = {},
): Promise<void> {
  await sql`
    select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json,
      job_key => ${jobKey}, max_attempts => ${attemptsMax}, run_at => ${runAt})`.execute(db)
}

/** The tasks as graphile-worker wants them; each payload is checked first. */
export function taskList(tasks: Tasks): TaskList {
  return Object.fromEntries(
    Object.keys(PAYLOADS).map((name) => [name, (payload: unknown) => runTask(tasks, name as TaskName, payload)]),
  )
}

function runTask<Name extends TaskName>(tasks: Tasks, name: Name, payload: unknown): Promise<void> {
  return tasks[name](PAYLOADS[name].parse(payload) as Payload<Name>)
}
