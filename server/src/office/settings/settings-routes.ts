import { isDeepStrictEqual } from 'node:util'
import { foundationCalls, type SavedSettings } from '@petsetu/contract/office/foundation.ts'
import { FoundationSettings } from '@petsetu/contract/office/foundation-form.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { recordAudit } from '../../people/audit/record-audit.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { badRequest, changedMeanwhile, notFound } from '../../platform/errors.ts'
import type { PhotoStore } from '../../platform/files/photo-store.ts'
import { renderLogo } from '../../platform/files/render-photo.ts'
import { receiveForm } from '../../platform/http/bodies/upload.ts'
import type { Person } from '../../platform/http/routing/person.ts'
import { routeRegistrar } from '../../platform/http/routing/route-registrar.ts'
import { recordEvent } from '../../platform/record-event.ts'
import {
  type FoundationStore,
  type LegalTextName,
  LOGO_PATH,
  logoOf,
  type StoredLogo,
  saveSetting,
  stateOf,
} from './foundation-store.ts'

/** The PAN and who the grievance officer is: the audit keeps neither. */
const PERSONAL = [
  'foundationPan',
  'grievanceOfficerName',
  'grievanceOfficerEmail',
] satisfies (keyof FoundationSettings)[]

const FIELDS = Object.keys(FoundationSettings.shape) as (keyof FoundationSettings)[]

type SettingsDeps = Deps & { foundationStore: FoundationStore; photos: PhotoStore }

export function settingsRoutes(app: FastifyInstance, deps: SettingsDeps): void {
  const on = routeRegistrar(app, deps)
  const { db, foundation, foundationStore } = deps
  logoRoutes(app, deps, readSettings)

  on(foundationCalls.read, async () => succeed(await readSettings()))

  on(foundationCalls.update, async ({ body: { version: based, ...value }, person, request }) => {
    const before = await readSettings()
    const fields = FIELDS.filter((field) => !isDeepStrictEqual(before.settings[field], value[field]))
    // Also a repeat of an update whose reply was lost.
    if (fields.length === 0) return succeed(before)
    const isSaved = await inTransaction(db, async (transaction) => {
      if (!(await saveSetting(transaction, { name: 'foundation', value, based, userId: person.id }))) return false
      const object = { kind: 'setting', id: 'foundation' } as const
      const change = { before: before.settings, after: value, personal: PERSONAL }
      await recordAudit(transaction, { person, request }, { action: 'settings-changed', object, ...change })
      return true
    })
    if (!isSaved) throw changedMeanwhile('errorSentences.changedSettings', await readSettings())
    recordEvent(request.log, { event: 'settings-changed', fields, actorId: person.id })
    return succeed(await readSettings())
  })

  on(foundationCalls.readText, async ({ params }) => succeed(await readText(`${params.page} ${params.language}`)))

  on(foundationCalls.updateText, async ({ params, body: { version: based, markdown }, person, request }) => {
    const name = `${params.page} ${params.language}` as const
    const before = await readText(name)
    if (before.markdown === markdown) return succeed(before)
    const { canBeShown, tooDeep } = await import('./parse-markdown.ts')
    if (!canBeShown(markdown)) throw tooDeep()
    const isSaved = await inTransaction(db, async (transaction) => {
      if (!(await saveSetting(transaction, { name, value: { markdown }, based, userId: person.id }))) return false
      const object = { kind: 'setting', id: name } as const
      const change = { before: { markdown: before.markdown }, after: { markdown } }
      await recordAudit(transaction, { person, request }, { action: 'legal-text-changed', object, ...change })
      return true
    })
    if (!isSaved) throw changedMeanwhile('errorSentences.changedLegalText', await readText(name))
    recordEvent(request.log, { event: 'settings-changed', fields: [name], actorId: person.id })
    return succeed(await readText(name))
  })

  // The version is read first: with settings that are newer, an update is rejected; with older ones it would overwrite what nobody saw.
  async function readSettings() {
    const state = await stateOf(db, 'foundation')
    await foundationStore.refresh()
    const { legalTexts: _, logo, ...settings } = foundation()
    return { settings, ...state, logo }
  }

  async function readText(name: LegalTextName) {
    const state = await stateOf(db, name)
    await foundationStore.refresh()
    return { markdown: foundation().legalTexts[name] ?? '', ...state }
  }
}

const YEAR_SECONDS = 31_536_000

/** The foundation's logo: admins replace it, and everybody sees it. It is a row of the settings, so that every node has it at once. */
function logoRoutes(
  app: FastifyInstance,
  deps: Deps & { photos: PhotoStore },
  readSettings: () => Promise<SavedSettings>,
): void {
  const on = routeRegistrar(app, deps)
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
