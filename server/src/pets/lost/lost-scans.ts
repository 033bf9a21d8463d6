import type { Db } from '../../platform/db/pool.ts'
import type { EnqueueMail } from '../../platform/mail/outbox.ts'
import { mailScan } from './mail-scan.ts'

// Pets in memory. More than that are left out while the database is away.
const PETS_MAX = 20_000

export type LostScans = ReturnType<typeof lostScans>

/** Remembers which lost pets were scanned and mails their owners a few seconds later, so that no scan waits for a mail. */
export function lostScans(deps: { db: Db; enqueueMail: EnqueueMail }) {
  let petIds = new Set<string>()

  function add(petId: string): void {
    if (petIds.size < PETS_MAX) petIds.add(petId)
  }

  /** A mail that cannot be queued is tried again the next time and holds up no other. */
  async function write(): Promise<void> {
    const batch = petIds
    petIds = new Set()
    const failures: unknown[] = []
    for (const petId of batch) {
      await mailScan(deps, petId).catch((error: unknown) => {
        add(petId)
        failures.push(error)
      })
    }
    if (failures.length > 0) throw failures[0]
  }

  return { add, write }
}
