import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { lostCalls } from '@petsetu/contract/pets/lost.ts'
import { outcomeOf } from '../faults/src/history.ts'
import { aComplaint, aPerson } from '../faults/src/process/builders.ts'
import { send } from '../faults/src/process/send.ts'
import { seededRandom } from '../faults/src/random.ts'
import type { Site } from './site.ts'

const SCAN_EVERY_MS = 250
const WRITE_EVERY_MS = 500
const MARK_EVERY_MS = 500
const SCAN_MS_MAX = 10_000

export type Probes = {
  /** When the last one of each kind was served, in milliseconds of `performance.now()`. */
  servedAt: () => { scan: number; write: number }
  /** Tells what was seen since it was called last. */
  take: () => Probed
  /** Stops, waits for what is under way, and tells the same. */
  close: () => Promise<Probed>
}

export type Probed = {
  /** For how long, in seconds, no scan and no complaint was served, at most. */
  scanSeconds: number
  writeSeconds: number
  /** Scans that were not answered with the page. */
  scansFailed: number
  /** For how long, in seconds, a scan still showed an older announcement of the lost pet than one that was acknowledged, at most. */
  staleSeconds: number
}

/**
 * Scans the tag of a pet and files a complaint again and again, whether or not earlier ones were answered.
 * With `isAnnounced` the pet is lost, and its announcement changes all the time, too.
 */
export function startProbes(
  { context, pet }: Pick<Site, 'context' | 'pet'>,
  seed: number,
  { isAnnounced }: { isAnnounced: boolean },
): Probes {
  const random = seededRandom(seed, 'probes', 0)
  const count = (status: number) => {
    context.record.statuses[status] = (context.record.statuses[status] ?? 0) + 1
  }
  const announced = announcements()
  let scansFailed = 0
  const scans = repeat(SCAN_EVERY_MS, async () => {
    const at = performance.now()
    const { status, text } = await pageAt(pet.scanUrl)
    count(status)
    if (status === 200) announced.see(text, at)
    else scansFailed++
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
  const announce = async () => {
    const { area, isThere } = announced.next()
    const body = { since: '2026-01-01', area, listed: false }
    const input = { params: { id: String(pet.id) }, body }
    const answer = await send(context.nodeUrls[0] ?? '', lostCalls.mark, input, { token: context.adminToken })
    count(answer?.status ?? 0)
    if (answer?.status === 200) isThere()
  }
  const marks = isAnnounced ? inTurn(MARK_EVERY_MS, announce) : null
  const take = () => {
    const failed = scansFailed
    scansFailed = 0
    return {
      scanSeconds: scans.takeSeconds(),
      writeSeconds: writes.takeSeconds(),
      scansFailed: failed,
      staleSeconds: announced.takeSeconds(),
    }
  }
  return {
    servedAt: () => ({ scan: scans.lastAt(), write: writes.lastAt() }),
    take,
    async close() {
      await Promise.all([scans.close(), writes.close(), marks?.close()])
      return take()
    },
  }
}

async function pageAt(url: string): Promise<{ status: number; text: string }> {
  try {
    const reply = await fetch(url, { headers: { accept: 'text/html' }, signal: AbortSignal.timeout(SCAN_MS_MAX) })
    return { status: reply.status, text: await reply.text() }
  } catch {
    return { status: 0, text: '' }
  }
}

/** Numbers the announcements, and compares what a scan shows with what was acknowledged before the scan began. */
function announcements() {
  // It is unlike those of the probes before.
  const street = randomUUID()
  // When each was acknowledged; null if it is not known whether it was saved.
  const savedAt: (number | null)[] = []
  let longestMs = 0
  return {
    next() {
      const number = savedAt.push(null) - 1
      return {
        area: `${street} ${number}.`,
        isThere: () => {
          savedAt[number] = performance.now()
        },
      }
    },
    see(text: string, scannedAt: number) {
      const shown = Number(text.split(`${street} `)[1]?.split('.')[0] ?? -1)
      // One whose answer was lost may have been saved after its successors.
      if (shown >= 0 && savedAt[shown] === null) return
      const missed = savedAt.slice(shown + 1).find((at) => at !== null)
      if (missed) longestMs = Math.max(longestMs, scannedAt - missed)
    },
    takeSeconds() {
      const seconds = longestMs / 1_000
      longestMs = 0
      return seconds
    },
  }
}

/** Starts `work` again some time after it is done. */
function inTurn(everyMs: number, work: () => Promise<void>): { close: () => Promise<void> } {
  let isOpen = true
  const loop = (async () => {
    while (isOpen) {
      await work()
      await pause(everyMs)
    }
  })()
  return {
    close() {
      isOpen = false
      return loop
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
