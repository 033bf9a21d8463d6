import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { outcomeOf } from '../faults/src/history.ts'
import { aComplaint, aPerson } from '../faults/src/process/builders.ts'
import { send } from '../faults/src/process/send.ts'
import { seededRandom } from '../faults/src/random.ts'
import type { Site } from './site.ts'
import { statusOf } from './status-of.ts'

const SCAN_EVERY_MS = 250
const WRITE_EVERY_MS = 500
const SCAN_MS_MAX = 10_000

export type Probes = {
  /** When the last one of each kind was served, in milliseconds of `performance.now()`. */
  servedAt: () => { scan: number; write: number }
  /** For how long, in seconds, none of each kind was served, at most, since this was asked last. */
  take: () => Unserved
  /** Stops, waits for what is under way, and tells the same. */
  close: () => Promise<Unserved>
}

type Unserved = { scanSeconds: number; writeSeconds: number }

/** Scans a tag and files a complaint again and again, whether or not earlier ones were answered. */
export function startProbes({ context, scanUrl }: Pick<Site, 'context' | 'scanUrl'>, seed: number): Probes {
  const random = seededRandom(seed, 'probes', 0)
  const count = (status: number) => {
    context.record.statuses[status] = (context.record.statuses[status] ?? 0) + 1
  }
  const scans = repeat(SCAN_EVERY_MS, async () => {
    const status = await statusOf(scanUrl, SCAN_MS_MAX)
    count(status)
    return status === 200
  })
  const writes = repeat(WRITE_EVERY_MS, async () => {
    const [key, fields] = [randomUUID(), aComplaint(random, aPerson(random))]
    const url = context.nodeUrls[0] ?? ''
    const answer = await send(url, complaintCalls.submit, { body: fields }, { key })
    const outcome = outcomeOf(answer?.status ?? null)
    count(answer?.status ?? 0)
    const complaintId = answer && outcome === 'ok' ? answer.body.data.complaint_id : null
    const reply = answer?.text ?? ''
    context.record.history.push({ kind: 'submit', key, fields, fileSha256: null, outcome, reply, complaintId })
    return outcome === 'ok'
  })
  const take = () => ({ scanSeconds: scans.takeSeconds(), writeSeconds: writes.takeSeconds() })
  return {
    servedAt: () => ({ scan: scans.lastAt(), write: writes.lastAt() }),
    take,
    async close() {
      await Promise.all([scans.close(), writes.close()])
      return take()
    },
  }
}

/** Starts `work` at an interval; it tells whether it succeeded. */
function repeat(everyMs: number, work: () => Promise<boolean>) {
  const underWay = new Set<Promise<void>>()
  let isOpen = true
  let lastAt = performance.now()
  let longestMs = 0
  const note = (isServed: boolean) => {
    if (!isServed) return
    longestMs = Math.max(longestMs, performance.now() - lastAt)
    lastAt = performance.now()
  }
  const loop = (async () => {
    while (isOpen) {
      const done = work().then(note)
      underWay.add(done)
      void done.finally(() => underWay.delete(done))
      await pause(everyMs)
    }
  })()
  return {
    lastAt: () => lastAt,
    takeSeconds() {
      const seconds = Math.max(longestMs, performance.now() - lastAt) / 1_000
      longestMs = 0
      return seconds
    },
    async close() {
      isOpen = false
      await loop
      await Promise.all(underWay)
    },
  }
}
