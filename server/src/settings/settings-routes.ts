import { isDeepStrictEqual } from 'node:util'
import { succeed } from '@petsetu/contract/envelope.ts'
import { FoundationSettings, foundationCalls } from '@petsetu/contract/foundation.ts'
import { problem } from '@petsetu/contract/problem.ts'
import { counted } from '@petsetu/languages/formats.ts'
import type { FastifyInstance } from 'fastify'
import { recordAudit } from '../audit/record-audit.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { changedMeanwhile, HttpError } from '../errors.ts'
import { mounter } from '../http/routing/mount.ts'
import { recordEvent } from '../record-event.ts'
import { type FoundationStore, type SettingName, saveSetting, versionOf } from './foundation-store.ts'
import { canBeShown } from './parse-markdown.ts'

const tooDeep = () =>
  new HttpError(400, 'invalid_fields', { fields: { markdown: problem('tooDeep') }, values: counted(1) })

/** The PAN and who the grievance officer is: the audit keeps neither. */
const PERSONAL = [
  'foundationPan',
  'grievanceOfficerName',
  'grievanceOfficerEmail',
] satisfies (keyof FoundationSettings)[]

const FIELDS = Object.keys(FoundationSettings.shape) as (keyof FoundationSettings)[]

export function settingsRoutes(app: FastifyInstance, deps: Deps & { foundationStore: FoundationStore }): void {
  const on = mounter(app, deps)
  const { db, foundation, foundationStore } = deps

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

  async function readSettings() {
    const version = await versionOf(db, 'foundation')
    await foundationStore.refresh()
    const { legalTexts: _, ...settings } = foundation()
    return { settings, version }
  }

  async function readText(name: Exclude<SettingName, 'foundation'>) {
    const version = await versionOf(db, name)
    await foundationStore.refresh()
    return { markdown: foundation().legalTexts[name] ?? '', version }
  }
}
