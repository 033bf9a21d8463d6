import { afterAll, beforeAll, expect, test } from 'vitest'
import { LEADER_KILLED } from './breaks.ts'
import { type DatabaseCluster, startDatabaseCluster } from './database-cluster.ts'
import { settingsReachAllNodes } from './follow.ts'
import { followMails, type MailCopies } from './mail-copies.ts'
import { measureBreak } from './measure-break.ts'
import { installPrograms } from './programs.ts'
import { type Site, startSite } from './site.ts'

// A short form of `npm run cluster`, which also says how fast it is served again.
const MS_MAX = 600_000
const LOAD = { visitors: 3, beforeMs: 2_000, afterMs: null, seed: 2026 }

let cluster: DatabaseCluster
let site: Site
let mails: MailCopies

beforeAll(async () => {
  await installPrograms()
  cluster = await startDatabaseCluster()
  site = await startSite(cluster)
  mails = followMails(site)
}, MS_MAX)

afterAll(async () => {
  await mails?.close()
  await site?.end()
  await cluster?.end()
}, MS_MAX)

test(
  // CLU-1
  'a killed leader of three databases is replaced, and nothing is lost or doubled',
  async () => {
    const measured = await measureBreak(cluster, site, mails, LEADER_KILLED, LOAD)
    expect(measured).toMatchObject({ lost: 0, paymentsDoubled: 0, mailsDoubled: 0, wrong: [] })
    expect(measured.acknowledged).toBeGreaterThan(0)
    expect(measured.staleSeconds).toBeLessThanOrEqual(1)
    for (const node of site.nodes) {
      expect(node.crashes()).toEqual([])
      expect(node.output()).not.toContain('DATABASE_NODES')
    }
    expect(await settingsReachAllNodes(site, 'after the failover')).toBe(true)
  },
  MS_MAX,
)
