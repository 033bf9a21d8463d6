import { succeed } from '@petsetu/contract/envelope.ts'
import { foundationCalls, type SavedSettings } from '@petsetu/contract/foundation.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { recordAudit } from '../audit/record-audit.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { badRequest, notFound } from '../errors.ts'
import type { PhotoStore } from '../files/photo-store.ts'
import { renderLogo } from '../files/render-photo.ts'
import { receiveForm } from '../http/bodies/upload.ts'
import { mounter } from '../http/routing/mount.ts'
import type { Person } from '../http/routing/person.ts'
import { recordEvent } from '../record-event.ts'
import { LOGO_PATH, logoOf, type StoredLogo, saveSetting } from './foundation-store.ts'

const YEAR_SECONDS = 31_536_000

/** The foundation's logo: admins replace it, and everybody sees it. It is a row of the settings, so that every node has it at once. */
export function logoRoutes(
  app: FastifyInstance,
  deps: Deps & { photos: PhotoStore },
  readSettings: () => Promise<SavedSettings>,
): void {
  const on = mounter(app, deps)
  const { db, foundation, photos } = deps

  on(foundationCalls.setLogo, async ({ person, request, reply, whenReceived }) => {
    const { files } = await receiveForm(request, reply, { one: foundationCalls.setLogo.multipart }, photos)
    const [file] = files
    if (!file) throw badRequest('photo_missing')
    try {
      const { kind, temporaryPath } = file
      if (!kind) throw badRequest('photo_missing')
      return await whenReceived(async () => save({ person, request }, await renderLogo(temporaryPath, kind)))
    } finally {
      await photos.discard(file)
    }
  })

  on(foundationCalls.removeLogo, async ({ person, request }) => save({ person, request }, { png: null }))

  app.get<{ Querystring: { v?: string } }>(LOGO_PATH, async (request, reply) => {
    const logo = foundation().logo
    if (!logo) throw notFound('photo_not_found')
    // Another node may have sent a page about a newer picture already, and mails name an older one.
    const isThisOne = request.url === logo.url
    return reply
      .header('content-type', 'image/png')
      .header('cache-control', isThisOne ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache')
      .send(logo.png)
  })

  async function save(by: { person: Person; request: FastifyRequest }, value: StoredLogo) {
    const before = await readSettings()
    await inTransaction(db, async (transaction) => {
      await saveSetting(transaction, { name: 'logo', value, based: undefined, userId: by.person.id })
      const change = { before: { logo: before.logo?.url ?? null }, after: { logo: logoOf(value)?.url ?? null } }
      await recordAudit(transaction, by, {
        action: 'settings-changed',
        object: { kind: 'setting', id: 'logo' },
        ...change,
      })
    })
    recordEvent(by.request.log, { event: 'settings-changed', fields: ['logo'], actorId: by.person.id })
    return succeed(await readSettings())
  }
}
