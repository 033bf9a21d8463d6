import { statfs } from 'node:fs/promises'
import { HttpError } from '../errors.ts'

const BYTES_PER_MB = 1_000_000

/** Rejects with 503 while the disk has less free space than the reserve, which the database needs. */
export async function requireDiskReserve(folder: string, reserveMb: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  const freeMb = Math.floor((bavail * bsize) / BYTES_PER_MB)
  if (freeMb >= reserveMb) return
  throw new HttpError(503, 'files_not_accepted', {
    retryAfterSeconds: 300,
    cause: new Error(`Only ${freeMb} MB are free on the disk of the attachments; the reserve is ${reserveMb} MB`),
  })
}
