import path from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config/config.ts'
import { diskDriver } from './disk-driver.ts'
import type { FileDriver } from './driver.ts'
import { s3Driver } from './s3-driver.ts'

export async function openFileDriver(
  { objectStore, dataDir }: Pick<Config, 'objectStore' | 'dataDir'>,
  log: FastifyBaseLogger,
): Promise<FileDriver> {
  return objectStore ? s3Driver(objectStore, log) : diskDriver(path.join(dataDir, 'attachments'))
}
