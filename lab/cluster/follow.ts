import { setTimeout as pause } from 'node:timers/promises'
import { foundationCalls } from '@petsetu/contract/office/foundation.ts'
import { FOUNDATION } from '../../server/test/foundation.ts'
import { send } from '../faults/src/process/send.ts'
import type { Site } from './site.ts'

const MS_MAX = 120_000
const LOOK_MS = 200

/** True if a setting that is saved at one node shows at the other: it listens at the leader of now. */
export async function settingsReachAllNodes({ nodes, context }: Site, text: string): Promise<boolean> {
  const [first, second] = nodes
  const body = { ...FOUNDATION, foundationName: `Daya, ${text}` }
  const giveUpAt = Date.now() + MS_MAX
  const save = () => send(first?.url ?? '', foundationCalls.update, { body }, { token: context.adminToken })
  const isShown = async () =>
    (await fetch(`${second?.url}/`, { headers: { accept: 'text/html' } }).then((reply) => reply.text())).includes(text)
  while ((await save())?.status !== 200) {
    if (Date.now() > giveUpAt) return false
    await pause(LOOK_MS)
  }
  while (!(await isShown().catch(() => false))) {
    if (Date.now() > giveUpAt) return false
    await pause(LOOK_MS)
  }
  return true
}
