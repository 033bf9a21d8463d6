import { readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { ERASURES_DAYS } from '../../people/privacy/erasing/erasures.ts'
import { sha256Of } from '../../platform/files/driver.ts'

export const TABLES = 'tables'
export const ATTACHMENTS = 'attachments'
const MANIFEST = 'manifest.json'
/** Ends the name of a back-up that is being written, or whose command was killed. */
export const UNFINISHED = '.unfinished'
/** Ends the name of a back-up that lacks attachments. */
export const INCOMPLETE = '.incomplete'

const Manifest = z.object({
  format: z.literal('petsetu-backup-1'),
  madeAt: z.string(),
  /** The migrations applied, oldest first: they define the schema of the dumped rows. */
  migrations: z.array(z.string()).nonempty(),
  sequences: z.array(z.object({ name: z.string(), last: z.string() })),
  tables: z.array(z.object({ name: z.string(), rows: z.number() })),
  files: z.array(z.object({ path: z.string(), bytes: z.number(), sha256: z.string() })),
  /** The attachments that the rows name and that were not found. A back-up of an older version does not list them. */
  missing: z.array(z.string()).default([]),
})
export type Manifest = z.infer<typeof Manifest>

/** Written last: a folder without a manifest is not a whole back-up. */
export function writeManifest(folder: string, manifest: Omit<Manifest, 'format'>): Promise<void> {
  const text = JSON.stringify({ format: 'petsetu-backup-1', ...manifest }, null, 1)
  return writeFile(path.join(folder, MANIFEST), text, { flush: true, mode: 0o600 })
}

export async function checkedManifest(folder: string): Promise<Manifest> {
  // It may not have reached the disk, although it has a manifest.
  if (path.resolve(folder).endsWith(UNFINISHED))
    throw new BackupError(
      `${folder} is not a whole back-up: its command ended before it was finished. Take another one.`,
    )
  const text = await readFile(path.join(folder, MANIFEST), 'utf8').catch(() => {
    throw new BackupError(`${folder} is not a whole back-up: it has no ${MANIFEST}.`)
  })
  const manifest = Manifest.safeParse(parsed(text))
  if (!manifest.success) throw new BackupError(`${folder} is not a back-up of PetSetu: its ${MANIFEST} cannot be read.`)
  for (const file of manifest.data.files) {
    const found = await fingerprint(path.join(folder, file.path)).catch(() => null)
    if (found?.bytes === file.bytes && found.sha256 === file.sha256) continue
    throw new BackupError(`${folder} is damaged: ${file.path} is ${found ? 'not as it was written' : 'missing'}.`)
  }
  return manifest.data
}

export async function fingerprint(file: string): Promise<{ bytes: number; sha256: string }> {
  return { bytes: (await stat(file)).size, sha256: await sha256Of(file) }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Rejects a back-up that lacks something, unless whoever restores it has been told so and names the option. */
export function rejectUnsafe(
  folder: string,
  { missing, madeAt }: Manifest,
  { incomplete = false, 'despite-age': despiteAge = false }: { incomplete?: boolean; 'despite-age'?: boolean },
): void {
  if (missing.length > 0 && !incomplete)
    throw new BackupError(
      `${folder} is not a whole back-up: these attachments were not found when it was made: ${missing.join(', ')}. Take another one, or add --incomplete to restore the rest.`,
    )
  if (isOlderThanErasures(madeAt) && !despiteAge)
    throw new BackupError(
      `${folder} is more than ${ERASURES_DAYS} days old. Erasures are not listed for longer, so people who were erased would be back. Take a newer one, or add --despite-age and erase them again yourself.`,
    )
}

/** True if some of what was erased after this moment may not be listed any more. */
export function isOlderThanErasures(madeAt: string): boolean {
  return Date.now() - Date.parse(madeAt) > ERASURES_DAYS * DAY_MS
}

const DAY_MS = 86_400_000

/** A back-up that cannot be made or restored; the message is for whoever runs the command. */
export class BackupError extends Error {}
