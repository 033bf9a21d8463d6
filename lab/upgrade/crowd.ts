import { setTimeout as pause } from 'node:timers/promises'
import { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import type { Purpose } from '@petsetu/contract/platform/purposes.ts'
import { startProbes } from '../cluster/probes.ts'
import type { Context } from '../faults/src/process/actions.ts'
import { emptyRecord, sendUntilAnswered } from '../faults/src/process/send.ts'
import { startVisitors } from '../faults/src/process/visitors.ts'
import { seededRandom } from '../faults/src/random.ts'
import { type Owner, startOwners } from './owners.ts'
import { openPages } from './pages.ts'
import type { Site } from './site.ts'
import type { Phase } from './table.ts'

/** Everybody who uses the program meanwhile. */
export type Crowd = {
  /** Returns the requests since the last call that were not served. */
  take: () => Omit<Phase, 'name' | 'seconds'>
  /** Lets others write at each version, past the proxy, until the result is called. */
  writeAtEach: () => () => Promise<void>
  close: () => Promise<void>
  owners: () => Owner[]
  /** The e-mail addresses of those who complained at the former version while both served. */
  complainants: () => string[]
}

const VISITORS = 3
// The former version knows neither donations nor lost pets.
const FORMER_PURPOSES: Purpose[] = ['complaint', 'membership']

export function startCrowd(site: Site, seed: number): Crowd {
  const { context, url, pet, former, newUrl } = site
  const randomOf = (who: string) => seededRandom(seed, who, 0)
  const owners: Owner[] = []
  const complainants: string[] = []
  const records = [context.record]
  const visiting = startVisitors(
    context,
    VISITORS,
    (visitor) => seededRandom(seed, 'visitors', visitor),
    FORMER_PURPOSES,
  )
  const registering = startOwners(context, randomOf('owners'))
  const probes = startProbes(site, seed, { isAnnounced: false })
  const pages = openPages(url, pet.scanUrl)
  let counted = new Map<number, number>()
  let unansweredBefore = 0

  function take() {
    const all = new Map<number, number>()
    for (const { statuses } of records)
      for (const [status, count] of Object.entries(statuses))
        all.set(Number(status), (all.get(Number(status)) ?? 0) + count)
    const since = [...all].map(([status, count]) => [status, count - (counted.get(status) ?? 0)] as const)
    const failures = since.filter(([status, count]) => isFailure(status) && count > 0)
    const rejected = failures.filter(([status]) => !isWorthAnotherTry(status))
    const unanswered = records.reduce((total, record) => total + record.unanswered, 0)
    const unansweredSince = unanswered - unansweredBefore
    counted = all
    unansweredBefore = unanswered
    const sum = (counts: (readonly [number, number])[]) => counts.reduce((total, [, count]) => total + count, 0)
    const opened = pages.take()
    return {
      ...probes.take(),
      requests: sum(since) + opened.requests,
      failed: sum(failures) + opened.failures.length,
      unserved: sum(rejected) + unansweredSince + opened.failures.length,
      statuses: [...failures.map(([status, count]) => `${count} × ${status || 'no answer'}`), ...opened.failures],
    }
  }

  function writeAtEach() {
    const at = (nodeUrl: string): Context => ({ ...context, nodeUrls: [nodeUrl], record: emptyRecord() })
    const [formerContext, newContext] = [at(former.url), at(newUrl)]
    records.push(formerContext.record, newContext.record)
    const late = [
      startVisitors(formerContext, 1, () => randomOf('at the former'), FORMER_PURPOSES),
      startVisitors(newContext, 1, () => randomOf('at the new')),
      startCaseWork(formerContext),
    ]
    const lateOwners = startOwners(formerContext, randomOf('late owners'))
    return async () => {
      await Promise.all(late.map(({ close }) => close()))
      owners.push(...(await lateOwners.close()))
      complainants.push(...filedBy(formerContext))
      for (const { history, wrong } of [formerContext.record, newContext.record]) {
        context.record.history.push(...history)
        context.record.wrong.push(...wrong)
      }
    }
  }

  return {
    take,
    writeAtEach,
    owners: () => owners,
    complainants: () => complainants,
    async close() {
      const [, registered] = await Promise.all([visiting.close(), registering.close(), probes.close(), pages.close()])
      owners.unshift(...registered)
    },
  }
}

/** Every request here is one that its version has to take. */
const isFailure = (status: number) => status === 0 || status >= 400

/** True for no answer, and where the server or the proxy asks to come back. */
const isWorthAnotherTry = (status: number) => [0, 502, 503, 504].includes(status)

function filedBy({ record }: Context): string[] {
  return record.history.flatMap((one) =>
    one.kind === 'submit' && one.outcome === 'ok' ? [one.fields.email ?? ''] : [],
  )
}

const WORK_EVERY_MS = 1_000

/** An admin looks after what is filed here. */
function startCaseWork(context: Context): { close: () => Promise<unknown> } {
  let isOpen = true
  const random = seededRandom(0, 'case work', 0)
  const done = new Set<number>()
  const loop = (async () => {
    for (; isOpen; await pause(WORK_EVERY_MS)) {
      const filed = context.record.history.flatMap((one) =>
        one.kind === 'submit' && one.complaintId ? [one.complaintId] : [],
      )
      const next = filed.find((id) => !done.has(id))
      if (next === undefined) continue
      done.add(next)
      const input = { params: { id: String(next) }, body: { status: 'in_progress' as const } }
      await sendUntilAnswered(context, random, complaintCalls.setStatus, input, { token: context.adminToken })
    }
  })()
  return {
    async close() {
      isOpen = false
      await loop
    },
  }
}
