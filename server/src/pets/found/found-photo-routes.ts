import { FINDER_PHOTO_PATH, OWNER_PHOTO_PATH } from '@petsetu/contract/pets/found.ts'
import { photoFile } from '@petsetu/contract/pets/pet-pictures.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../platform/errors.ts'
import type { PhotoStore } from '../../platform/files/photo-store.ts'
import { isSigned } from '../../platform/files/signed-link.ts'
import { routeOf } from '../../platform/http/routing/route-of.ts'
import { findFinderThread, listSeenMessages } from './finder-thread.ts'
import { subjectOf } from './found-photos.ts'

/** Serves the photos of threads to a finder with their token, and to whoever has an address that the owner was given. */
export function foundPhotoRoutes(app: FastifyInstance, deps: Deps & { photos: PhotoStore }): void {
  const { db, secretKey } = deps

  app.get<{ Params: { token: string; messageId: string } }>(routeOf(FINDER_PHOTO_PATH), async (request, reply) => {
    const { token, messageId } = request.params
    const thread = await findFinderThread(deps, { token, ip: request.ip })
    const seen = await listSeenMessages(db, thread)
    if (!seen.some(({ id }) => String(id) === messageId)) throw notFound('photo_not_found')
    return send(reply, Number(messageId), 'medium')
  })

  app.get<{ Params: { messageId: string } }>(routeOf(OWNER_PHOTO_PATH), async (request, reply) => {
    const { messageId } = request.params
    if (!isSigned(subjectOf(messageId), request.query as object, secretKey)) throw notFound('photo_not_found')
    return send(reply, Number(messageId), 'large')
  })

  async function send(reply: FastifyReply, messageId: number, size: 'medium' | 'large'): Promise<FastifyReply> {
    const row = await db
      .selectFrom('found_photos')
      .select('name')
      .where('message_id', '=', messageId)
      .executeTakeFirst()
    const file = row && (await deps.photos.read(photoFile(row.name, size)))
    if (!file) throw notFound('photo_not_found')
    return reply
      .header('content-type', 'image/webp')
      .header('content-length', file.bytes)
      .header('cache-control', 'private, max-age=300')
      .send(file.content)
  }
}
