import path from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import type { AttachmentPlace } from './attachment-store.ts'
import { diskPlace } from './disk-place.ts'
import { objectPlace } from './object-place.ts'

/** Where attachments stay by these settings. */
export async function attachmentPlace(
  { objectStore, dataDir }: Pick<Config, 'objectStore' | 'dataDir'>,
  log: FastifyBaseLogger,
): Promise<AttachmentPlace> {
  return objectStore ? objectPlace(objectStore, log) : diskPlace(path.join(dataDir, 'attachments'))
}
