import type { FoundationSettings } from '@petsetu/contract/foundation.ts'
import type { LegalPageName } from '@petsetu/contract/public-pages.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import { sql } from 'kysely'
import type { Db } from '../db/pool.ts'
import { inTransaction } from '../db/transaction.ts'

/** The settings of the foundation as they hold now, with its own texts of legal pages as Markdown. */
export type FoundationDetails = FoundationSettings & {
  legalTexts: Partial<Record<`${LegalPageName} ${Language}`, string>>
}

export type SettingName = 'foundation' | keyof FoundationDetails['legalTexts']
type Value = Partial<FoundationSettings> | { markdown: string }
type Row = { name: string; value: unknown; version: number }

export type FoundationStore = {
  /** Another object only after a change. */
  current: () => FoundationDetails
  /** Reads what has changed since, at this node or at another one. */
  refresh: () => Promise<void>
}

/** The settings of the environment, with what admins have changed over them. It is read once at the start. */
export async function foundationStore(db: Db, environment: Omit<FoundationSettings, 'mailSignature'>) {
  const first = settingsOf(environment)
  let read = ''
  let last = Promise.resolve()
  let details: FoundationDetails = { ...first, legalTexts: {} }

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

function settingsOf(environment: Omit<FoundationSettings, 'mailSignature'>): FoundationSettings {
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
    complaintDueDays: environment.complaintDueDays,
    mailSignature: '',
  }
}

function detailsOf(first: FoundationSettings, rows: Row[]): FoundationDetails {
  const settings = rows.find(({ name }) => name === 'foundation')?.value as Partial<FoundationSettings> | undefined
  const texts = rows.flatMap(({ name, value }) =>
    name === 'foundation' ? [] : [[name, (value as { markdown: string }).markdown]],
  )
  return { ...first, ...settings, legalTexts: Object.fromEntries(texts) }
}

const selectRows = (db: Db) => db.selectFrom('foundation_settings').select(['name', 'value', 'version'])

/** What no admin has changed yet. */
const UNCHANGED_VERSION = 1

/** The version of a setting, for an update that is based on it. */
export async function versionOf(db: Db, name: SettingName): Promise<number> {
  const row = await selectRows(db).where('name', '=', name).executeTakeFirst()
  return row?.version ?? UNCHANGED_VERSION
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
    const version = await versionOf(transaction, name)
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
