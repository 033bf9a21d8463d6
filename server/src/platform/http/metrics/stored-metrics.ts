import { sql } from 'kysely'
import { Gauge, type Registry } from 'prom-client'
import type { Db, Pool } from '../../db/pool.ts'
import { BACKUP_CLOCK } from '../../jobs/clock.ts'
import { remindersSince } from '../../mail/reminders.ts'

type Count = { kind: string; state: string; rows: number; age: number }

/** Gauges of the database and its connections. The returned function reads them before they are sent. */
export function storedMetrics(registry: Registry, { db, pools }: { db: Db; pools: Record<string, Pool> }) {
  connectionGauge(registry, pools)
  const registers = [registry]
  const up = new Gauge({ name: 'petsetu_database_up', help: '1 if the database answers', registers })
  const jobs = new Gauge({ name: 'petsetu_jobs', help: 'Jobs in the queue', labelNames: ['task', 'state'], registers })
  const jobAge = new Gauge({
    name: 'petsetu_jobs_oldest_due_seconds',
    help: 'For how long the oldest job that could run has waited',
    registers,
  })
  const mails = new Gauge({ name: 'petsetu_mails', help: 'Mails that are not sent', labelNames: ['state'], registers })
  const mailAge = new Gauge({
    name: 'petsetu_mails_oldest_waiting_seconds',
    help: 'For how long the oldest waiting mail has waited',
    registers,
  })
  const notices = new Gauge({
    name: 'petsetu_push_unsent',
    help: 'Notices on devices that are not sent; one that is held waits for the morning',
    labelNames: ['state'],
    registers,
  })
  const noticeAge = new Gauge({
    name: 'petsetu_push_oldest_waiting_seconds',
    help: 'For how long the oldest waiting notice on a device has waited',
    registers,
  })
  const links = new Gauge({
    name: 'petsetu_pay_links',
    help: 'Pay links that have not expired, by the last thing that happened to each: made, sent, opened or revoked',
    labelNames: ['state'],
    registers,
  })
  const devices = new Gauge({
    name: 'petsetu_devices',
    help: 'Browsers that get notices, and passkeys',
    labelNames: ['kind'],
    registers,
  })
  const backedUpAt = new Gauge({
    name: 'petsetu_backup_last_success_timestamp_seconds',
    help: 'When the last back-up was complete; 0 before the first one',
    registers,
  })

  return async (): Promise<void> => {
    try {
      const [jobCounts, mailCounts] = [await countJobs(db), await countMails(db)]
      const [noticeCounts, linkCounts, deviceCounts] = [
        await countNotices(db),
        await countLinks(db),
        await countDevices(db),
      ]
      backedUpAt.set(await secondsOfLastBackup(db))
      up.set(1)
      jobs.reset()
      mails.reset()
      notices.reset()
      links.reset()
      for (const { state, rows } of noticeCounts) notices.set({ state }, rows)
      for (const { state, rows } of linkCounts) links.set({ state }, rows)
      for (const { kind, rows } of deviceCounts) devices.set({ kind }, rows)
      noticeAge.set(oldest(noticeCounts.filter(({ state }) => state === 'waiting')))
      for (const { kind, state, rows } of jobCounts) jobs.set({ task: kind, state }, rows)
      for (const { state, rows } of mailCounts) mails.set({ state }, rows)
      jobAge.set(oldest(jobCounts.filter(({ state }) => state === 'due')))
      mailAge.set(oldest(mailCounts.filter(({ state }) => state === 'waiting')))
    } catch {
      // The other figures are wanted most when the database is away.
      up.set(0)
    }
  }
}

const oldest = (counts: Count[]) => Math.max(0, ...counts.map(({ age }) => age))

function connectionGauge(registry: Registry, pools: Record<string, Pool>): void {
  new Gauge({
    name: 'petsetu_database_connections',
    help: 'Connections of each pool, and requests that wait for one',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      for (const [name, pool] of Object.entries(pools)) {
        this.set({ pool: name, state: 'busy' }, pool.totalCount - pool.idleCount)
        this.set({ pool: name, state: 'idle' }, pool.idleCount)
        this.set({ pool: name, state: 'waiting' }, pool.waitingCount)
      }
    },
  })
}

async function countJobs(db: Db): Promise<Count[]> {
  const { rows } = await sql<Count>`
    select task_identifier as kind,
      case when attempts >= max_attempts then 'given-up' when locked_at is not null then 'running'
        when run_at > now() then 'later' else 'due' end as state,
      count(*) as rows,
      extract(epoch from now() - min(run_at))::float8 as age
    from graphile_worker.jobs
    group by 1, 2`.execute(db)
  return rows
}

/** A reminder waits for the morning by night, so its time of waiting begins with the day. */
async function countMails(db: Db): Promise<Count[]> {
  const { rows } = await sql<Count>`
    select '' as kind, state, count(*) as rows,
      extract(epoch from now() - min(case when unsubscribe_token is null then created_at
        else greatest(created_at, ${remindersSince(new Date())}::timestamptz) end))::float8 as age
    from mails
    where state in ('waiting', 'held', 'failed')
    group by 2`.execute(db)
  return rows
}

async function countNotices(db: Db): Promise<Count[]> {
  const { rows } = await sql<Count>`
    select '' as kind, state, count(*) as rows, extract(epoch from now() - min(created_at))::float8 as age
    from push_notices
    where state in ('waiting', 'held')
    group by 2`.execute(db)
  return rows
}

async function countLinks(db: Db): Promise<Count[]> {
  const { rows } = await sql<Count>`
    select '' as kind,
      case when revoked_at is not null then 'revoked' when opened_at is not null then 'opened'
        when sent_at is not null then 'sent' else 'made' end as state,
      count(*) as rows, 0::float8 as age
    from pay_links
    where expires_at > now()
    group by 2`.execute(db)
  return rows
}

async function countDevices(db: Db): Promise<Count[]> {
  const { rows } = await sql<Count>`
    select 'push' as kind, '' as state, count(*) as rows, 0::float8 as age from push_devices
    union all select 'passkey', '', count(*), 0 from passkeys`.execute(db)
  return rows
}

async function secondsOfLastBackup(db: Db): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from ran_at)::float8 as seconds from clock_runs where name = ${BACKUP_CLOCK}`.execute(db)
  return rows[0]?.seconds ?? 0
}
