import { LANGUAGES } from '@petsetu/languages/languages.ts'
import type { TaskList } from 'graphile-worker'
import { sql } from 'kysely'
import { z } from 'zod'
import { literals } from '../db/expressions.ts'
import type { Db } from '../db/pool.ts'

/** Each queue has runners of its own, so that a mail server or a push service that hangs, or many imports, delay no payment. */
export const QUEUES = ['money', 'mail', 'push', 'rest'] as const
export type Queue = (typeof QUEUES)[number]

export const ATTEMPTS_MAX = 10
// graphile-worker waits e^n seconds after the nth attempt, at most six hours: thirteen attempts take 22 hours, and the fourteenth comes
// after a day.
const DELIVERY = { attemptsMax: 14 }
// Somebody waits for what the job sends. The last attempt comes after one and a half minutes, and they have asked again by then.
const ASKED_FOR = { queue: 'rest', isAskedFor: true, isUrgent: true, attemptsMax: 5 } as const

type Task = { queue: Queue; payload: z.ZodType; isUrgent?: true; isAskedFor?: true; attemptsMax?: number }

/** All tasks, with their queue and the payloads of their jobs. */
const TASKS = {
  'apply-payment-event': { queue: 'money', payload: z.object({ eventId: z.string() }), isUrgent: true },
  'sweep-payments': {
    queue: 'money',
    // It is null for the job of the crontab, whose payload names no page.
    payload: z
      .object({ from: z.int(), to: z.int(), skip: z.int(), of: z.literal('refunds').optional() })
      .nullable()
      .catch(null),
  },
  'deliver-mail': {
    queue: 'mail',
    payload: z.object({ mailId: z.int(), since: z.iso.datetime().optional() }),
    ...DELIVERY,
  },
  'deliver-notice': { queue: 'push', payload: z.object({ noticeId: z.int() }), ...DELIVERY },
  'deliver-morning-digest': { queue: 'push', payload: z.object({ deviceId: z.int() }), ...DELIVERY },
  'send-reset-link': { payload: z.object({ login: z.string(), language: z.enum(LANGUAGES) }), ...ASKED_FOR },
  'send-privacy-code': { payload: z.object({ email: z.string(), language: z.enum(LANGUAGES) }), ...ASKED_FOR },
  'send-track-code': {
    payload: z.object({ reference: z.string(), email: z.string(), language: z.enum(LANGUAGES) }),
    ...ASKED_FOR,
  },
  // Added by triggers of the tables (migrations/0022-photos.sql, 0132-certificate-files.sql).
  'remove-photo-files': { queue: 'rest', payload: z.object({ name: z.string() }) },
  'remove-certificate-file': { queue: 'rest', payload: z.object({ name: z.string() }) },
  'queue-reminders': { queue: 'rest', payload: z.unknown() },
  'queue-breach-letters': { queue: 'rest', payload: z.object({ breachId: z.int() }) },
  'run-import': { queue: 'rest', payload: z.object({ importId: z.int() }) },
} satisfies Record<string, Task>

export type TaskName = keyof typeof TASKS
export type Payload<Name extends TaskName> = z.output<(typeof TASKS)[Name]['payload']>

export type Tasks = { [Name in TaskName]: (payload: Payload<Name>) => Promise<void> }

// graphile-worker runs jobs with a smaller number first.
const PRIORITIES = { urgent: -10, normal: 0, low: 10 }

/** Adds a job in the caller's transaction, in place of a waiting one with the same `jobKey`. */
export async function enqueue<Name extends TaskName>(
  db: Db,
  name: Name,
  payload: Payload<Name>,
  {
    jobKey = null,
    runAt = null,
    priority = taskOf(name).isUrgent ? 'urgent' : 'normal',
  }: {
    jobKey?: string | null
    runAt?: Date | null | undefined
    priority?: keyof typeof PRIORITIES
  } = {},
): Promise<void> {
  const { attemptsMax = ATTEMPTS_MAX } = taskOf(name)
  await sql`
    select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json,
      job_key => ${jobKey}, max_attempts => ${attemptsMax}, run_at => ${runAt}, priority => ${PRIORITIES[priority]})`.execute(
    db,
  )
}

const TASK_NAMES = Object.keys(TASKS) as TaskName[]
const taskOf = (name: TaskName): Task => TASKS[name]

/** The tasks of a queue as graphile-worker wants them; each payload is checked first. */
export function taskList(queue: Queue, tasks: Tasks): TaskList {
  const names = TASK_NAMES.filter((name) => taskOf(name).queue === queue)
  return Object.fromEntries(names.map((name) => [name, (payload: unknown) => runTask(tasks, name, payload)]))
}

function runTask<Name extends TaskName>(tasks: Tasks, name: Name, payload: unknown): Promise<void> {
  return tasks[name](taskOf(name).payload.parse(payload) as Payload<Name>)
}

/** Deletes what people typed into jobs that failed for good. */
export async function deleteFailedRequests(db: Db): Promise<void> {
  const askedFor = literals(TASK_NAMES.filter((name) => taskOf(name).isAskedFor))
  await sql`
    select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs
    where task_identifier in ${askedFor} and attempts >= max_attempts
    having count(*) > 0`.execute(db)
}
