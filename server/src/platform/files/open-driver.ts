import path from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config/config.ts'
import { diskDriver, type FileDriver } from './driver.ts'

export async function openFileDriver(
  { objectStore, dataDir }: Pick<Config, 'objectStore' | 'dataDir'>,
  log: FastifyBaseLogger,
): Promise<FileDriver> {
  if (!objectStore) return diskDriver(path.join(dataDir, 'attachments'))
  const { s3Driver } = await import('./s3-driver.ts')
  return s3Driver(objectStore, log)
}
