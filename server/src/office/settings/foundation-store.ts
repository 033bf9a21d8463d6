import { hash } from 'node:crypto'
import {
  BOOK_YEARS_MIN,
  DEDUCTIBLE_CASH_MAX,
  type FoundationSettings,
  GRIEVANCE_DAYS,
  HOLD_YEARS,
  OWN_DONATE_PAGE,
} from '@petsetu/contract/office/foundation-form.ts'
import { financialYearOf } from '@petsetu/contract/platform/calendar.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import { CASH_RUPEES_MAX } from '@petsetu/contract/platform/money.ts'
import { mapEntries } from '@petsetu/contract/platform/registry.ts'
import type { LegalPageName } from '@petsetu/contract/site/public-pages.ts'
import type { LogoPicture } from '@petsetu/contract/site/site.ts'
import { type Language, languages } from '@petsetu/languages/languages.ts'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import pg from 'pg'
import type { Config } from '../../platform/config/config.ts'
import type { Db, Pool } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'

export type LegalTextName = `${LegalPageName} ${Language}`

/** The settings of the foundation as they hold now, with its own texts of legal pages as Markdown. */
export type FoundationDetails = FoundationSettings & {
  legalTexts: Partial<Record<LegalTextName, string>>
  logo: (LogoPicture & { png: Buffer }) | null
  storyPhoto: (LogoPicture & { webp: Buffer }) | null
}

export type SettingName = 'foundation' | 'logo' | 'story-photo' | LegalTextName
type Value = Partial<FoundationSettings> | { markdown: string } | StoredLogo | StoredStoryPhoto
type Row = { name: string; value: unknown; version: number }

/** `png` is the file in base64; null if the foundation has taken its logo away again. */
export type StoredLogo = { png: string; width: number; height: number } | { png: null }
export type StoredStoryPhoto = { webp: string; width: number; height: number } | { webp: null }

/** Everybody gets the pictures here. A query that changes with the picture lets browsers keep it. */
export const LOGO_PATH = '/logo.png'
export const STORY_PHOTO_PATH = '/story.webp'

export type FoundationStore = {
  /** Returns another object only after a change. */
  current: () => FoundationDetails
  /** Reads what has changed since, at this node or at another one. */
  refresh: () => Promise<void>
}

/** The settings of the environment, with what admins have changed over them. It is read once at the start. */
export async function foundationStore(db: Db, environment: Config) {
  const first = settingsOf(environment)
  let read = ''
  let last = Promise.resolve()
  let details: FoundationDetails = { ...first, legalTexts: {}, logo: null, storyPhoto: null }

  async function load(): Promise<void> {
    const rows = await selectRows(db).orderBy('name').execute()
    const versions = rows.map(({ name, version }) => `${name} ${version}`).join('\n')
    if (versions === read) return
    read = versions
    details = detailsOf(first, rows)
  }

  // One after another, so that an older answer never replaces a newer one.
  function refresh(): Promise<void> {
    last = last.then(load, load)
    return last
  }

  await refresh()
  return { current: () => details, refresh } satisfies FoundationStore
}

function settingsOf(environment: Config): FoundationSettings {
  return {
    foundationName: environment.foundationName,
    marketingUrl: environment.marketingUrl,
    legalName: environment.legalName,
    legalAddress: environment.legalAddress,
    contactEmail: environment.contactEmail,
    helplinePhone: environment.helplinePhone,
    registrationNumber: environment.registrationNumber,
    foundationPan: environment.foundationPan,
    grievanceOfficerName: environment.grievanceOfficerName,
    grievanceOfficerEmail: environment.grievanceOfficerEmail,
    grievanceOfficerTitle: '',
    grievanceOfficerPhone: '',
    complaintDueDays: environment.complaintDueDays,
    emergencyNumbers: environment.emergencyNumbers,
    donationLink: environment.hasDonatePage ? OWN_DONATE_PAGE : '',
    feeTexts: mapEntries(languages, () => ''),
    amountTexts: mapEntries(languages, () => ({})),
    stories: mapEntries(languages, () => ''),
    bookYears: BOOK_YEARS_MIN,
    holdYears: HOLD_YEARS,
    grievanceDataDays: GRIEVANCE_DAYS,
    grievanceOtherDays: GRIEVANCE_DAYS,
    breachTeamEmail: '',
    breachBoardEmail: '',
    takesForeignMoney: false,
    donationSection: environment.donationTaxSection,
    approvalNumber: '',
    approvalDay: '',
    approvedFrom: '',
    approvedUntil: '',
    earlierApprovals: [],
    deductibleCashMax: DEDUCTIBLE_CASH_MAX,
    deductibleNeedsPan: true,
    cashDayMax: CASH_RUPEES_MAX,
    mailSignature: '',
  }
}

function detailsOf(first: FoundationSettings, rows: Row[]): FoundationDetails {
  const details: FoundationDetails = { ...first, legalTexts: {}, logo: null, storyPhoto: null }
  for (const { name, value } of rows) {
    if (name === 'foundation') Object.assign(details, value)
    else if (name === 'logo') details.logo = logoOf(value as StoredLogo)
    else if (name === 'story-photo') details.storyPhoto = storyPhotoOf(value as StoredStoryPhoto)
    else details.legalTexts[name as LegalTextName] = (value as { markdown: string }).markdown
  }
  return details
}

export function logoOf(stored: StoredLogo): FoundationDetails['logo'] {
  if (stored.png === null) return null
  const { width, height } = stored
  const png = Buffer.from(stored.png, 'base64')
  return { png, width, height, url: urlOf(LOGO_PATH, png) }
}

export function storyPhotoOf(stored: StoredStoryPhoto): FoundationDetails['storyPhoto'] {
  if (stored.webp === null) return null
  const { width, height } = stored
  const webp = Buffer.from(stored.webp, 'base64')
  return { webp, width, height, url: urlOf(STORY_PHOTO_PATH, webp) }
}

const urlOf = (path: string, file: Buffer) => `${path}?v=${hash('sha256', file, 'hex').slice(0, 16)}`

const selectRows = (db: Db) => db.selectFrom('foundation_settings').select(['name', 'value', 'version'])

/** The version of settings that no admin has changed yet. */
const UNCHANGED_VERSION = 1

/** The version of a setting, for an update that is based on it, and who has saved it. */
export async function stateOf(db: Db, name: SettingName) {
  const row = await db
    .selectFrom('foundation_settings')
    .leftJoin('users', 'users.id', 'changed_by')
    .select(['foundation_settings.version', 'username', 'changed_at'])
    .where('name', '=', name)
    .executeTakeFirst()
  return {
    version: row?.version ?? UNCHANGED_VERSION,
    changed_by: row?.username ?? null,
    changed_at: row?.changed_at.toISOString() ?? null,
  }
}

/**
 * Stores a setting; false if it has another version than `based` by now. The other nodes are told when the transaction commits.
 */
export function saveSetting(
  db: Db,
  { name, value, based, userId }: { name: SettingName; value: Value; based: number | undefined; userId: number },
): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    // There may be no row yet that could be locked.
    await sql`select pg_advisory_xact_lock(hashtext('petsetu foundation settings'))`.execute(transaction)
    const { version } = await stateOf(transaction, name)
    if (based !== undefined && based !== version) return false
    const row = { value: JSON.stringify(value), version: version + 1, changed_by: userId, changed_at: sql<Date>`now()` }
    await transaction
      .insertInto('foundation_settings')
      .values({ name, ...row })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
      .execute()
    return true
  })
}

/** For how many financial years after its own the books keep who paid, as the settings say now. */
export async function readBookYears(db: Db): Promise<number> {
  const row = await db
    .selectFrom('foundation_settings')
    .select(sql<number | null>`(value ->> 'bookYears')::integer`.as('years'))
    .where('name', '=', 'foundation')
    .executeTakeFirst()
  return row?.years ?? BOOK_YEARS_MIN
}

/** The first financial year whose payments still have to say who paid. */
export async function firstBookYear(db: Db): Promise<number> {
  return financialYearOf(today()) - (await readBookYears(db))
}

const POLL_MS = 10_000

/** Takes up what other nodes save at once; a round every ten seconds makes up for a lost connection. */
export function followSettings(
  pool: Pool,
  store: FoundationStore,
  log: FastifyBaseLogger,
  { pollMs = POLL_MS }: { pollMs?: number } = {},
): { stop: () => Promise<void> } {
  let listening: pg.Client | null = null
  let isStopped = false
  let round: Promise<void> = look()
  const timer = setInterval(start, pollMs)

  function start(): void {
    round = round.then(look)
  }

  async function look(): Promise<void> {
    if (isStopped) return
    try {
      if (!listening) await listen()
      await store.refresh()
    } catch (error) {
      log.warn({ err: error }, 'the settings could not be read')
    }
  }

  async function listen(): Promise<void> {
    const client = new pg.Client(pool.options)
    const forget = () => {
      if (listening === client) listening = null
    }
    client.on('error', forget)
    client.on('end', forget)
    client.on('notification', start)
    listening = client
    try {
      await client.connect()
      await client.query('listen foundation_settings')
    } catch (error) {
      forget()
      void client.end()
      throw error
    }
  }

  return {
    async stop() {
      isStopped = true
      clearInterval(timer)
      await round
      // Not awaited: the other end may be gone.
      void listening?.end()
    },
  }
}
