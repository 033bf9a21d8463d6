import { today } from '@petsetu/contract/platform/dates.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../platform/db/pool.ts'
import { addScans, type PetScans } from './scan-queries.ts'

const WRITE_SECONDS = 5
// Pets and days in memory. More than that are not counted while the database is away.
const COUNTS_MAX = 20_000

export type ScanCounter = ReturnType<typeof scanCounter>

/**
 * Counts scans in memory and writes them together, so that no scan waits for a write. A crash loses the last seconds; a stop
 * writes them.
 */
export function scanCounter(db: Db) {
  let counts = new Map<string, PetScans>()

  function add({ petId, day, scans }: PetScans): void {
    const key = `${day} ${petId}`
    const counted = counts.get(key)
    if (counted) counted.scans += scans
    else if (counts.size < COUNTS_MAX) counts.set(key, { petId, day, scans })
  }

  async function write(): Promise<void> {
    if (counts.size === 0) return
    const batch = [...counts.values()]
    counts = new Map()
    try {
      await addScans(db, batch)
    } catch (error) {
      batch.forEach(add)
      throw error
    }
  }

  return { count: (petId: string) => add({ petId, day: today(), scans: 1 }), write }
}

/** Writes what a counter holds every few seconds, and once more when it stops. */
export function writeScans(counter: Pick<ScanCounter, 'write'>, log: FastifyBaseLogger): { stop: () => Promise<void> } {
  let running: Promise<void> = Promise.resolve()
  const write = () => {
    running = running.then(counter.write).catch((error: unknown) => log.warn({ err: error }, 'scans were not written'))
    return running
  }
  const timer = setInterval(write, WRITE_SECONDS * 1_000)
  return {
    stop() {
      clearInterval(timer)
      return write()
    },
  }
}
