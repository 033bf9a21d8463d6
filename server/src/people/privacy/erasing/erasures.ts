import { readFile } from 'node:fs/promises'
import { HoldCause } from '@petsetu/contract/complaints/complaint-schemas.ts'
import { purposes } from '@petsetu/contract/platform/purposes.ts'
import { mapEntries } from '@petsetu/contract/platform/registry.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { deleteInBatches } from '../../../platform/db/batches.ts'
import { daysAgo } from '../../../platform/db/expressions.ts'
import type { Db } from '../../../platform/db/pool.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'

/** Beside a back-up, and in the store of files: the erasures up to then. */
export const ERASURES_FILE = 'erasures.json'

/** For so long an erasure is listed. A restore rejects older back-ups, because those whom it does not list would be back. */
export const ERASURES_DAYS = 365

const Ids = z.array(z.number())
const Erasure = z.object({
  id: z.uuid(),
  at: z.string(),
  user_id: z.number().nullable(),
  subjects: z.object(mapEntries(purposes, () => Ids.default([]))),
  messages: Ids,
  /** A file of an older version has none. */
  grievances: Ids.default([]),
  /** Complaints that were held then. */
  waits: z.array(z.object({ id: z.number(), until: z.string(), cause: HoldCause })),
})
/** The numbers of what was erased, which name nobody. */
export type Erasure = z.output<typeof Erasure>

export async function listErasures(db: Db): Promise<Erasure[]> {
  const rows = await db.selectFrom('erasures').selectAll().orderBy('at').orderBy('id').execute()
  // The driver reads a list of bigint as texts.
  return rows.map(({ at, messages, grievances, ...row }) =>
    Erasure.parse({
      ...row,
      at: at.toISOString(),
      messages: messages.map(Number),
      grievances: grievances.map(Number),
    }),
  )
}

/** Writes the list into the store of files, so that it outlives the database. */
export async function writeErasures({ db, attachments }: { db: Db; attachments: FileStore }): Promise<void> {
  const erasures = await listErasures(db)
  if (erasures.length > 0) await attachments.putText(ERASURES_FILE, textOf(erasures))
}

export const textOf = (erasures: Erasure[]) => `${JSON.stringify(erasures, null, 1)}\n`

/** A list that is damaged; the message is for whoever backs up or restores. */
export class ErasuresError extends Error {}

export function parseErasures(text: string, name = ERASURES_FILE): Erasure[] {
  try {
    return z.array(Erasure).parse(JSON.parse(text))
  } catch (cause) {
    throw new ErasuresError(
      `${name} is damaged: it is not a list of erasures. Put a copy in its place, because without it people who were erased come back with a restore.`,
      { cause },
    )
  }
}

export async function readErasures(file: string): Promise<Erasure[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  return text === null ? [] : parseErasures(text, file)
}

export function unionOf(...lists: Erasure[][]): Erasure[] {
  const byId = new Map(lists.flat().map((erasure) => [erasure.id, erasure]))
  return [...byId.values()].sort((one, other) => (one.at < other.at ? -1 : 1))
}

export async function forgetErasures(db: Db, days: number): Promise<void> {
  await deleteInBatches(db, 'erasures', sql`at < ${daysAgo(days)}`)
}
