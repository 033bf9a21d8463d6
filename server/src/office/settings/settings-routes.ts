import { isDeepStrictEqual } from 'node:util'
import { foundationCalls, type SavedSettings } from '@petsetu/contract/office/foundation.ts'
import type { FoundationSettings } from '@petsetu/contract/office/foundation-form.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import { keysOf } from '@petsetu/contract/platform/registry.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { recordAudit } from '../../people/audit/record-audit.ts'
import { EXAMPLE_DETAILS } from '../../platform/config/config.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { badRequest, changedMeanwhile, notFound } from '../../platform/errors.ts'
import type { PictureKind } from '../../platform/files/content-kind.ts'
import type { PhotoStore } from '../../platform/files/photo-store.ts'
import { renderLogo, renderStoryPhoto } from '../../platform/files/render-photo.ts'
import { receiveForm } from '../../platform/http/bodies/upload.ts'
import type { Person } from '../../platform/http/routing/person.ts'
import { routeRegistrar } from '../../platform/http/routing/route-registrar.ts'
import { recordAct } from '../../platform/record-event.ts'
import { earlierApprovals } from './approvals.ts'
import {
  type FoundationStore,
  type LegalTextName,
  LOGO_PATH,
  logoOf,
  STORY_PHOTO_PATH,
  type StoredLogo,
  type StoredStoryPhoto,
  saveSetting,
  stateOf,
  storyPhotoOf,
} from './foundation-store.ts'
import { fillIssuers } from './receipt-issuers.ts'

/** True for a setting whose value the audit does not keep: the PAN, and who the grievance officer is. */
const IS_PERSONAL: Record<keyof FoundationSettings, boolean> = {
  foundationName: false,
  marketingUrl: false,
  legalName: false,
  legalAddress: false,
  contactEmail: false,
  helplinePhone: false,
  registrationNumber: false,
  foundationPan: true,
  grievanceOfficerName: true,
  grievanceOfficerEmail: true,
  grievanceOfficerTitle: true,
  grievanceOfficerPhone: true,
  mailSignature: false,
  complaintDueDays: false,
  emergencyNumbers: false,
  donationLink: false,
  feeTexts: false,
  amountTexts: false,
  stories: false,
  bookYears: false,
  holdYears: false,
  grievanceDataDays: false,
  grievanceOtherDays: false,
  breachTeamEmail: false,
  breachBoardEmail: false,
  takesForeignMoney: false,
  donationSection: false,
  approvalNumber: false,
  approvalDay: false,
  approvedFrom: false,
  approvedUntil: false,
  earlierApprovals: false,
  deductibleCashMax: false,
  deductibleNeedsPan: false,
  cashDayMax: false,
}

const FIELDS = keysOf(IS_PERSONAL)
const PERSONAL = FIELDS.filter((field) => IS_PERSONAL[field])

type SettingsDeps = Deps & { foundationStore: FoundationStore; photos: PhotoStore }

export function settingsRoutes(app: FastifyInstance, deps: SettingsDeps): void {
  const on = routeRegistrar(app, deps)
  const { db, config, foundation, foundationStore } = deps
  pictureRoutes<StoredLogo>(app, deps, readSettings, {
    setting: 'logo',
    field: 'logo',
    path: LOGO_PATH,
    type: 'image/png',
    // Mails show it on the pages of mail programs.
    isShownElsewhere: true,
    set: foundationCalls.setLogo,
    remove: foundationCalls.removeLogo,
    render: renderLogo,
    nothing: { png: null },
    urlOf: (stored) => logoOf(stored)?.url ?? null,
    current() {
      const { logo } = foundation()
      return logo && { file: logo.png, url: logo.url }
    },
  })
  pictureRoutes<StoredStoryPhoto>(app, deps, readSettings, {
    setting: 'story-photo',
    field: 'storyPhoto',
    path: STORY_PHOTO_PATH,
    type: 'image/webp',
    isShownElsewhere: false,
    set: foundationCalls.setStoryPhoto,
    remove: foundationCalls.removeStoryPhoto,
    render: renderStoryPhoto,
    nothing: { webp: null },
    urlOf: (stored) => storyPhotoOf(stored)?.url ?? null,
    current() {
      const { storyPhoto } = foundation()
      return storyPhoto && { file: storyPhoto.webp, url: storyPhoto.url }
    },
  })

  on(foundationCalls.read, async () => succeed(await readSettings()))

  on(foundationCalls.update, async ({ body: { version: based, ...form }, person, by }) => {
    const before = await readSettings()
    const value = { ...form, earlierApprovals: earlierApprovals(before.settings, form) }
    const fields = FIELDS.filter((field) => !isDeepStrictEqual(before.settings[field], value[field]))
    // Also a repeat of an update whose reply was lost.
    if (fields.length === 0) return succeed(before)
    const isSaved = await inTransaction(db, async (transaction) => {
      const saved = {
        name: 'foundation',
        value: config.isProduction ? value : withoutExamples(value),
        based,
        userId: person.id,
      } as const
      if (!(await saveSetting(transaction, saved))) return false
      await fillIssuers(transaction, before.settings)
      const change = { before: before.settings, after: value, personal: PERSONAL }
      await recordAudit(transaction, by, 'settings-changed', { kind: 'setting', id: 'foundation' }, change)
      return true
    })
    if (!isSaved) throw changedMeanwhile('errorSentences.changedSettings', await readSettings())
    recordAct(by, { event: 'settings-changed', fields })
    return succeed(await readSettings())
  })

  on(foundationCalls.readText, async ({ params }) => succeed(await readText(`${params.page} ${params.language}`)))

  on(foundationCalls.updateText, async ({ params, body: { version: based, markdown }, person, by }) => {
    const name = `${params.page} ${params.language}` as const
    const before = await readText(name)
    if (before.markdown === markdown) return succeed(before)
    const { canBeShown, tooDeep } = await import('./parse-markdown.ts')
    if (!canBeShown(markdown)) throw tooDeep()
    const isSaved = await inTransaction(db, async (transaction) => {
      if (!(await saveSetting(transaction, { name, value: { markdown }, based, userId: person.id }))) return false
      const change = { before: { markdown: before.markdown }, after: { markdown } }
      await recordAudit(transaction, by, 'legal-text-changed', { kind: 'setting', id: name }, change)
      return true
    })
    if (!isSaved) throw changedMeanwhile('errorSentences.changedLegalText', await readText(name))
    recordAct(by, { event: 'settings-changed', fields: [name] })
    return succeed(await readText(name))
  })

  // The version is read first: with settings that are newer, an update is rejected; with older ones it would overwrite what nobody saw.
  async function readSettings() {
    const state = await stateOf(db, 'foundation')
    await foundationStore.refresh()
    const { legalTexts: _, logo, storyPhoto, ...settings } = foundation()
    return { settings, ...state, logo, storyPhoto }
  }

  async function readText(name: LegalTextName) {
    const state = await stateOf(db, name)
    await foundationStore.refresh()
    return { markdown: foundation().legalTexts[name] ?? '', ...state }
  }
}

/** Outside production the form is filled with examples: one that is left there does not become the foundation's own. */
function withoutExamples(settings: FoundationSettings): Partial<FoundationSettings> {
  const left = new Set<string>(keysOf(EXAMPLE_DETAILS).filter((field) => settings[field] === EXAMPLE_DETAILS[field]))
  return Object.fromEntries(Object.entries(settings).filter(([field]) => !left.has(field)))
}

const YEAR_SECONDS = 31_536_000

type Picture = { file: Buffer; url: string }

type PictureKeeper<Stored> = {
  setting: 'logo' | 'story-photo'
  field: 'logo' | 'storyPhoto'
  path: string
  type: string
  /** Pages of other sites may show it. */
  isShownElsewhere: boolean
  set: typeof foundationCalls.setLogo | typeof foundationCalls.setStoryPhoto
  remove: typeof foundationCalls.removeLogo | typeof foundationCalls.removeStoryPhoto
  render: (file: string, kind: PictureKind) => Promise<Stored>
  nothing: Stored
  urlOf: (stored: Stored) => string | null
  current: () => Picture | null
}

/**
 * A picture of the foundation: admins replace it, and everybody sees it. It is a row of the settings, so that every node has it at once.
 */
function pictureRoutes<Stored extends StoredLogo | StoredStoryPhoto>(
  app: FastifyInstance,
  deps: Deps & { photos: PhotoStore },
  readSettings: () => Promise<SavedSettings>,
  keeper: PictureKeeper<Stored>,
): void {
  const on = routeRegistrar(app, deps)
  const { db, photos } = deps

  on(keeper.set, async ({ by, request, reply, runAfterUpload }) => {
    const { files } = await receiveForm(request, reply, { one: keeper.set.multipart }, photos)
    const [file] = files
    if (!file) throw badRequest('photo_missing')
    try {
      const { kind, temporaryPath } = file
      if (!kind) throw badRequest('photo_missing')
      return await runAfterUpload(async () => save(by, await keeper.render(temporaryPath, kind)))
    } finally {
      await photos.discard(file)
    }
  })

  on(keeper.remove, async ({ by }) => save(by, keeper.nothing))

  app.get<{ Querystring: { v?: string } }>(keeper.path, async (request, reply) => {
    const picture = keeper.current()
    if (!picture) throw notFound('photo_not_found')
    // Another node may have sent a page about a newer picture already, and mails name an older one.
    const isThisOne = request.url === picture.url
    if (keeper.isShownElsewhere) reply.header('cross-origin-resource-policy', 'cross-origin')
    return reply
      .header('content-type', keeper.type)
      .header('cache-control', isThisOne ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache')
      .send(picture.file)
  })

  async function save(by: { person: Person; request: FastifyRequest }, value: Stored) {
    const { setting, field } = keeper
    const before = await readSettings()
    await inTransaction(db, async (transaction) => {
      await saveSetting(transaction, { name: setting, value, based: undefined, userId: by.person.id })
      const details = { before: { [field]: before[field]?.url ?? null }, after: { [field]: keeper.urlOf(value) } }
      await recordAudit(transaction, by, 'settings-changed', { kind: 'setting', id: setting }, details)
    })
    recordAct(by, { event: 'settings-changed', fields: [field] })
    return succeed(await readSettings())
  }
}
