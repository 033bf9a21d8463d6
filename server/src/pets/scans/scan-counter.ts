import type { ScanDay } from '@petsetu/contract/pets/tags.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { deleteInBatches } from '../../platform/db/batches.ts'
import { todayInIndia } from '../../platform/db/expressions.ts'
import type { Db } from '../../platform/db/pool.ts'

const WRITE_SECONDS = 5
// Pets and days in memory. More than that are not counted while the database is away.
const COUNTS_MAX = 20_000

export type ScanCounter = ReturnType<typeof scanCounter>

/** Counts scans in memory, so that none waits for a write. A crash loses the last seconds; a stop writes them. */
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

type PetScans = { petId: string; day: string; scans: number }

/** Adds the scans to those of the days before. Pets that were deleted meanwhile are left out. */
async function addScans(db: Db, counted: PetScans[]): Promise<void> {
  const petIds = counted.map(({ petId }) => petId)
  const days = counted.map(({ day }) => day)
  const scans = counted.map(({ scans }) => scans)
  // The lock keeps a pet from being deleted between the look-up and the insert; the order keeps two nodes from a deadlock.
  await sql`
    insert into scan_days (pet_number, day, scans)
    select known.id, counted.day, counted.scans
    from unnest(${petIds}::text[], ${days}::date[], ${scans}::int[]) counted (pet_id, day, scans)
    join (select id, pet_id from pets where pet_id = any(${petIds}::text[]) order by id for key share) known using (pet_id)
    order by known.id, counted.day
    on conflict (pet_number, day) do update set scans = scan_days.scans + excluded.scans`.execute(db)
}

export async function listScans(db: Db, petNumber: number): Promise<ScanDay[]> {
  return db
    .selectFrom('scan_days')
    .select(['day', 'scans'])
    .where('pet_number', '=', petNumber)
    .orderBy('day', 'desc')
    .execute()
}

export async function forgetScans(db: Db, daysKept: number): Promise<void> {
  await deleteInBatches(db, 'scan_days', sql`day < ${todayInIndia()} - ${daysKept}::int`)
}
