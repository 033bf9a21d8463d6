import { petCalls } from '@petsetu/contract/pets/pets.ts'
import { afterEach, expect, test } from 'vitest'
import { aPet, aUser, PET_FORM } from '../../../../test/factories.ts'
import { testApp } from '../../../../test/harness.ts'
import { takeConnections } from '../../../../test/taken-connections.ts'

const app = await testApp({}, undefined, { productWaits: true })
const owner = await aUser(app.db)
const pet = await aPet(app.db, owner)

const BUSY = {
  status: 'error',
  code: 'busy',
  message: 'The service is busy or restarting. Please try again in a moment.',
}

const list = () => app.call(petCalls.listOwn, { query: {} }, owner)
const create = () => app.call(petCalls.create, { body: PET_FORM }, owner)
const page = () => app.fetch(`/pet-detail/${pet.petId}`)

type Asked = Awaited<ReturnType<typeof list> | ReturnType<typeof create>>

function expectBusy(reply: Asked, what?: string): void {
  expect.soft([reply.status, reply.error], what).toEqual([503, BUSY])
  expect.soft(Number(reply.headers.get('retry-after')), what).toBeGreaterThan(0)
}

afterEach(async () => {
  for (const ask of [list, create]) expect((await ask()).status).toBeLessThan(300)
  expect((await page()).status).toBe(200)
})

// API-3, V16.5.2
test('a table locked for long gets 503 in time, for pages and calls', async () => {
  const holder = await app.pool.connect()
  await holder.query('begin')
  await holder.query('lock table pets in access exclusive mode')
  const [listed, made, shown] = await Promise.all([list(), create(), page()])
  await holder.query('rollback')
  holder.release()
  expectBusy(listed)
  expectBusy(made)
  expect(shown.status).toBe(503)
  expect(Number(shown.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(shown.headers.get('content-type')).toBe('text/html; charset=utf-8')
})

// API-3, V16.5.2, V15.2.2
test('without a free connection a request gets 503 in time; a scan is still served', async () => {
  const taken = await takeConnections(app)
  expect(app.pool.idleCount).toBe(0)
  const [listed, shown, ready, lives] = await Promise.all([list(), page(), app.fetch('/readyz'), app.fetch('/healthz')])
  for (const client of taken) client.release()
  expectBusy(listed)
  // A scan uses its own pool.
  expect([shown.status, ready.status, lives.status]).toEqual([200, 503, 200])
})

// API-3, V16.5.2
test('statements that PostgreSQL aborts for others get 503, and nothing is half done', async () => {
  const states = ['40001', '40P01', '53100', '53200', '53300', '55P03', '57014', '25P03', '25006', '08006']
  const pets = async () => (await app.pool.query('select count(*) from pets')).rows
  const before = await pets()
  for (const state of states) {
    await app.pool.query(`
      create or replace function break_off() returns trigger language plpgsql as
      $$ begin raise exception 'broken off' using errcode = '${state}'; end $$;
      create or replace trigger break_off after insert on pets for each row execute function break_off()`)
    expectBusy(await create(), state)
  }
  await app.pool.query('drop trigger break_off on pets')
  expect(await pets()).toEqual(before)
})

// API-3
test('a statement that is cancelled because it took too long is answered 503', async () => {
  const app = await testApp()
  const owner = await aUser(app.db)
  const holder = await app.pool.connect()
  await holder.query('begin')
  await holder.query('lock table pets in access exclusive mode')
  const asked = app.call(petCalls.listOwn, { query: {} }, owner)
  const cancelWaiting = async () => {
    const { rowCount } = await app.pool.query(
      `select pg_cancel_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rowCount
  }
  await expect.poll(cancelWaiting).toBe(1)
  expectBusy(await asked)
  await holder.query('rollback')
  holder.release()
})
