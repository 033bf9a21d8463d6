import { expect, onTestFinished, test } from 'vitest'
import { anAdmin } from '../../../test/factories.ts'
import { FOUNDATION } from '../../../test/foundation.ts'
import { testDatabase } from '../../../test/harness.ts'
import { readConfig } from '../../platform/config/config.ts'
import { createLog } from '../../platform/log.ts'
import { followSettings, foundationStore, saveSetting } from './foundation-store.ts'

const NEVER_MS = 24 * 60 * 60 * 1_000
const LISTENERS = "select pid from pg_stat_activity where datname = current_database() and query ilike 'listen %'"

/** A database with a node that follows it, and how the other nodes save. */
async function aNode({ pollMs }: { pollMs: number }) {
  const { db, pool, direct, drop } = await testDatabase()
  const store = await foundationStore(db, readConfig({ DATA_DIR: '/nowhere' }))
  const following = followSettings(direct, store, createLog('fatal'), { pollMs })
  onTestFinished(async () => {
    await following.stop()
    await drop()
  })
  const { id: userId } = await anAdmin(db)
  const listeners = async () => (await pool.query<{ pid: number }>(LISTENERS)).rows.map(({ pid }) => pid)
  await expect.poll(async () => (await listeners()).length).toBe(1)
  return {
    pool,
    listeners,
    phone: () => store.current().helplinePhone,
    save: (helplinePhone: string) =>
      saveSetting(db, { name: 'foundation', value: { ...FOUNDATION, helplinePhone }, based: undefined, userId }),
  }
}

// DSK-8
test('a node takes up what another one saves without waiting for its next round', async () => {
  const node = await aNode({ pollMs: NEVER_MS })
  for (const phone of ['112', '1962', '1098']) {
    await node.save(phone)
    await expect.poll(node.phone).toBe(phone)
  }
})

// DSK-8
test('a node that has lost its connection reads what it missed, and listens again', async () => {
  const node = await aNode({ pollMs: 100 })
  const [lost] = await node.listeners()
  await node.pool.query('select pg_terminate_backend($1)', [lost])
  await node.save('112')
  await expect.poll(node.phone).toBe('112')
  await expect.poll(async () => (await node.listeners()).filter((pid) => pid !== lost).length).toBe(1)
})
