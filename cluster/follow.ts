import { setTimeout as pause } from 'node:timers/promises'
import { foundationCalls } from '@petsetu/contract/foundation.ts'
import { send } from '../faults/src/process/send.ts'
import { FOUNDATION } from '../server/test/foundation.ts'
import type { Site } from './site.ts'

const MS_MAX = 60_000

/** True if a setting that is saved at one node shows at the other: it listens at the leader of now. */
export async function settingsReachAllNodes({ nodes, context }: Site, text: string): Promise<boolean> {
  const [first, second] = nodes
  const body = { ...FOUNDATION, foundationName: `Daya, ${text}` }
  const saved = await send(first?.url ?? '', foundationCalls.update, { body }, { token: context.adminToken })
  if (saved?.status !== 200) return false
  for (const giveUpAt = Date.now() + MS_MAX; Date.now() < giveUpAt; await pause(200)) {
    const page = await fetch(`${second?.url}/`, { headers: { accept: 'text/html' } }).then((reply) => reply.text())
    if (page.includes(text)) return true
  }
  return false
}
