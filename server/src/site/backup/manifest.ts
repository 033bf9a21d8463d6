import { readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { sha256Of } from '../../platform/files/driver.ts'

export const TABLES = 'tables'
export const ATTACHMENTS = 'attachments'
const MANIFEST = 'manifest.json'

const Manifest = z.object({
  format: z.literal('petsetu-backup-1'),
  madeAt: z.string(),
  /** The migrations applied, oldest first: they define the schema of the dumped rows. */
  migrations: z.array(z.string()).nonempty(),
  sequences: z.array(z.object({ name: z.string(), last: z.string() })),
  tables: z.array(z.object({ name: z.string(), rows: z.number() })),
  /** Every file of the back-up, relative to its folder. */
  files: z.array(z.object({ path: z.string(), bytes: z.number(), sha256: z.string() })),
})
export type Manifest = z.infer<typeof Manifest>

/** Written last: a folder without a manifest is an incomplete back-up. */
export function writeManifest(folder: string, manifest: Omit<Manifest, 'format'>): Promise<void> {
  const text = JSON.stringify({ format: 'petsetu-backup-1', ...manifest }, null, 1)
  return writeFile(path.join(folder, MANIFEST), text, { flush: true, mode: 0o600 })
}

/** Reads the manifest and verifies that every file is there and unchanged. */
export async function checkedManifest(folder: string): Promise<Manifest> {
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

/** A back-up that cannot be made or restored; the message is for whoever runs the command. */
export class BackupError extends Error {}
