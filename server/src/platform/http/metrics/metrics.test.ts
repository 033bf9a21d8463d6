import { readFile, statfs } from 'node:fs/promises'
import path from 'node:path'
import { petCalls } from '@petsetu/contract/pets/pets.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aPet, aUser } from '../../../../test/factories.ts'
import { testApp } from '../../../../test/harness.ts'
import { aFeeLink } from '../../../../test/pay-links.ts'
import { aRegistration, payingApp } from '../../../../test/paying-app.ts'
import { LIMITS } from '../../../limits.ts'
import { noteBackup } from '../../../site/backup/back-up.ts'

const TOKEN = 'metrics-of-the-tests'
const app = await payingApp({ RATE_LIMITS: 'on' })

async function scrape(from: Pick<typeof app, 'fetch'> = app, headers: Record<string, string> = {}): Promise<string> {
  const reply = await from.fetch('/metrics', { headers })
  expect([reply.status, reply.headers.get('cache-control')]).toEqual([200, 'no-store'])
  expect(reply.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  return reply.text()
}

/** The value of a line such as `name{a="b"} 3`; 0 if there is none. */
function figureOf(text: string, name: string): number {
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.split(' ')
      .at(-1) ?? 0,
  )
}

// CLU-5
test('requests are counted and timed by their path’s pattern, with no id or name', async () => {
  const owner = await aUser(app.db)
  const pet = await aPet(app.db, owner)
  await app.fetch(`/pet-detail/${pet.petId}`, { headers: { accept: 'text/html' } })
  await app.call(petCalls.read, { params: { id: String(pet.id) } }, owner)
  await app.fetch('/nothing-is-here.php')
  const text = await scrape()
  const count = (labels: string) => figureOf(text, `petsetu_http_request_duration_seconds_count{${labels}}`)
  expect(count('method="GET",route="/pet-detail/:petId",status="200"')).toBe(1)
  expect(count('method="GET",route="/pets/:id",status="200"')).toBe(1)
  expect(count('method="GET",route="none",status="404"')).toBe(1)
  expect(text).toContain('petsetu_http_request_duration_seconds_bucket{le="0.1"')
  for (const personal of [pet.petId, owner.username, owner.email, owner.token, 'nothing-is-here', '127.0.0.1']) {
    expect(text).not.toContain(personal)
  }
})

// CLU-5
test('pools, jobs, mails, provider calls, throttles and the process are told', async () => {
  await aRegistration(app)
  for (let guess = 0; guess <= LIMITS.memberTokenMisses.points; guess++) await app.fetch('/member/x')
  const text = await scrape()
  expect(figureOf(text, 'petsetu_throttled_total{limit="memberTokenMisses"}')).toBe(1)
  expect(figureOf(text, 'petsetu_provider_call_duration_seconds_count{outcome="answered"}')).toBeGreaterThan(0)
  expect(figureOf(text, 'petsetu_database_up')).toBe(1)
  expect(figureOf(text, 'process_resident_memory_bytes')).toBeGreaterThan(1e7)
  for (const told of [
    'petsetu_database_connections{pool="main",state="busy"}',
    'petsetu_database_connections{pool="look-up",state="waiting"}',
    'petsetu_database_connections{pool="money",state="idle"}',
    'petsetu_database_connections{pool="notices",state="busy"}',
    'petsetu_jobs_oldest_due_seconds',
    'petsetu_mails_oldest_waiting_seconds',
    'process_cpu_seconds_total',
    'process_start_time_seconds',
  ]) {
    expect.soft(text).toContain(`\n${told} `)
  }
})

// CLU-5, PSH-2, LNK-1, KEY-1
test('notices that wait, browsers, passkeys and pay links are told', async () => {
  const device = await app.db
    .insertInto('push_devices')
    .values({
      ...{ user_id: (await aUser(app.db)).id, endpoint: 'http://127.0.0.1:9/x', endpoint_hash: sql`sha256('x')` },
      ...{ p256dh: 'p'.repeat(87), auth: 'a'.repeat(22), language: 'en', kinds: ['found'] },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const notice = { device_id: device.id, kind: 'found', title: 'Moti', body: '', path: '/user', at_night: false }
  const anHourAgo = sql<Date>`now() - interval '1 hour'`
  await app.db
    .insertInto('push_notices')
    .values([
      { ...notice, about: 'found 1', state: 'waiting', created_at: anHourAgo },
      { ...notice, about: 'found 2', state: 'held', created_at: anHourAgo },
    ])
    .execute()
  await aFeeLink(app)
  const text = await scrape()
  expect(figureOf(text, 'petsetu_push_unsent{state="held"}')).toBe(1)
  expect(figureOf(text, 'petsetu_push_unsent{state="waiting"}')).toBe(1)
  expect(figureOf(text, 'petsetu_push_oldest_waiting_seconds')).toBeGreaterThan(3_500)
  expect(figureOf(text, 'petsetu_devices{kind="push"}')).toBe(1)
  expect(figureOf(text, 'petsetu_devices{kind="passkey"}')).toBe(0)
  expect(figureOf(text, 'petsetu_pay_links{state="made"}')).toBe(1)
  await app.db.deleteFrom('push_devices').where('id', '=', device.id).execute()
  expect(figureOf(await scrape(), 'petsetu_push_oldest_waiting_seconds')).toBe(0)
})

// CLU-5, MAIL-4
test('a reminder that waited over night is not late', async () => {
  await app.pool.query(`
    insert into mails (kind, about, to_address, address_key, language, message_id, state, unsubscribe_token, created_at)
    values ('care-due', 'pet 1', 'a@example.org', 'a@example.org', 'en', '<1@example.org>', 'waiting', 'a-token',
      now() - interval '23 hours')`)
  const hoursWaited = async () => figureOf(await scrape(), 'petsetu_mails_oldest_waiting_seconds') / 3_600
  // Reminders are sent for twelve hours a day.
  expect(await hoursWaited()).toBeLessThan(12.1)
  await app.pool.query("update mails set unsubscribe_token = null where about = 'pet 1'")
  expect(await hoursWaited()).toBeGreaterThan(22.9)
  await app.pool.query("delete from mails where about = 'pet 1'")
})

// CLU-5, CFG-4
test('the time of the last complete back-up is told, and none before the first one', async () => {
  const told = async () => figureOf(await scrape(), 'petsetu_backup_last_success_timestamp_seconds')
  expect(await told()).toBe(0)
  await app.pool.query("insert into clock_runs (name, ran_at) values ('backup', '2026-01-31T02:31:00Z')")
  expect(await told()).toBe(Date.parse('2026-01-31T02:31:00Z') / 1_000)
  await noteBackup(app.pool)
  expect(Math.abs((await told()) - Date.now() / 1_000)).toBeLessThan(60)
})

// CLU-5, CFG-4
test('the free space on the disk of the data folder is told', async () => {
  const { bavail, bsize, blocks } = await statfs(app.config.dataDir)
  const told = figureOf(await scrape(), 'petsetu_disk_free_bytes')
  // Others write to the disk meanwhile.
  expect(Math.abs(told - bavail * bsize)).toBeLessThan(0.1 * blocks * bsize)
})

// CLU-5
test('a job that ran is counted, with how it ended', async () => {
  await expect.poll(() => scrape()).toMatch(/petsetu_jobs_done_total{task="queue-reminders",outcome="done"} \d/)
})

// CLU-5, V13.4.5
test('without a token only this machine may read them, and no proxy on it for others', async () => {
  await scrape()
  for (const header of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via']) {
    const reply = await app.fetch('/metrics', { headers: { [header]: '203.0.113.7', accept: 'application/json' } })
    expect.soft([header, reply.status]).toEqual([header, 404])
  }
})

// CLU-5
test('with METRICS_TOKEN they are read with it, and not without it', async () => {
  const guarded = await testApp({ METRICS_TOKEN: TOKEN }, { pool: app.pool, db: app.db })
  for (const scheme of ['Bearer', 'bearer']) await scrape(guarded, { authorization: `${scheme} ${TOKEN}` })
  for (const authorization of ['', `Bearer ${TOKEN}x`, TOKEN, `Basic ${TOKEN}`]) {
    const reply = await guarded.fetch('/metrics', { headers: authorization ? { authorization } : {} })
    expect.soft([authorization, reply.status]).toEqual([authorization, 401])
    expect.soft(await reply.text()).not.toContain('petsetu_')
  }
})

// CLU-5
test('the dashboard and the thirteen alerts ask for nothing that is not told', async () => {
  const [dashboard, rules] = await Promise.all(
    ['grafana-dashboard.json', 'prometheus-rules.yaml'].map((file) =>
      readFile(path.join(import.meta.dirname, '../../../../../ops', file), 'utf8'),
    ),
  )
  const text = await scrape()
  const asked = new Set(`${dashboard} ${rules}`.match(/\b(?:petsetu|process)_[a-z_]+/g))
  expect(asked.size).toBeGreaterThan(8)
  for (const name of asked) expect.soft(text, name).toContain(`# TYPE ${name.replace(/_(?:bucket|sum|count)$/, '')} `)
  expect(rules?.match(/- alert: (\w+)/g)).toHaveLength(13)
  const manual = await readFile(path.join(import.meta.dirname, '../../../../../docs/operating.md'), 'utf8')
  for (const [, alert = ''] of rules?.matchAll(/- alert: (\w+)/g) ?? [])
    expect.soft(manual).toContain(`| \`${alert}\` |`)
  expect(JSON.parse(dashboard ?? '').panels.length).toBeGreaterThan(10)
})
