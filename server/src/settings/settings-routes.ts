import { isDeepStrictEqual } from 'node:util'
import { succeed } from '@petsetu/contract/envelope.ts'
import { foundationCalls } from '@petsetu/contract/foundation.ts'
import { FoundationSettings } from '@petsetu/contract/foundation-form.ts'
import type { FastifyInstance } from 'fastify'
import { recordAudit } from '../audit/record-audit.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { changedMeanwhile } from '../errors.ts'
import type { PhotoStore } from '../files/photo-store.ts'
import { mounter } from '../http/routing/mount.ts'
import { recordEvent } from '../record-event.ts'
import { type FoundationStore, type LegalTextName, saveSetting, stateOf } from './foundation-store.ts'
import { logoRoutes } from './logo-routes.ts'

/** The PAN and who the grievance officer is: the audit keeps neither. */
const PERSONAL = [
  'foundationPan',
  'grievanceOfficerName',
  'grievanceOfficerEmail',
] satisfies (keyof FoundationSettings)[]

const FIELDS = Object.keys(FoundationSettings.shape) as (keyof FoundationSettings)[]

type SettingsDeps = Deps & { foundationStore: FoundationStore; photos: PhotoStore }

export function settingsRoutes(app: FastifyInstance, deps: SettingsDeps): void {
  const on = mounter(app, deps)
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
