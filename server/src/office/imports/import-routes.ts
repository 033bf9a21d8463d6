import { hash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import {
  IMPORT_BYTES_MAX,
  IMPORT_CALLS,
  type Import,
  type ImportArea,
  type ImportKind,
  statesAt,
} from '@petsetu/contract/office/imports.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import type { PlainId, Translate } from '@petsetu/languages/translator.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import { type Actor, recordAudit } from '../../people/audit/record-audit.ts'
import { countApart } from '../../platform/db/counters.ts'
import { todayInIndia } from '../../platform/db/expressions.ts'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { badRequest, conflict, HttpError } from '../../platform/errors.ts'
import { type CsvColumn, streamCsv } from '../../platform/http/bodies/csv.ts'
import { type FileSink, receiveForm } from '../../platform/http/bodies/upload.ts'
import { checkedFields } from '../../platform/http/routing/checked-fields.ts'
import { withIdempotency } from '../../platform/http/routing/idempotency.ts'
import type { Person } from '../../platform/http/routing/person.ts'
import { routeRegistrar } from '../../platform/http/routing/route-registrar.ts'
import { languageOf } from '../../platform/languages/request-language.ts'
import { textsIn } from '../../platform/languages/texts.ts'
import { recordAct, recordEvent } from '../../platform/record-event.ts'
import { IMPORT_FIELDS, type ImportColumns } from './import-fields.ts'
import {
  changedBy,
  findSameImport,
  fingerprintOf,
  insertImport,
  listImports,
  readContent,
  readImport,
  type StoredImport,
} from './import-queries.ts'
import { describeRowProblem } from './importer.ts'
import { inspectCsv } from './read-csv.ts'
import { enqueueImport } from './run-import.ts'

/** Imports of pets, animals of the street, tags and members. Each area has the same calls, with a duty of its own. */
export function importRoutes(app: FastifyInstance, deps: Deps): void {
  routesOf('pets', app, deps)
  routesOf('members', app, deps)
}

function routesOf(area: ImportArea, app: FastifyInstance, deps: Deps): void {
  const on = routeRegistrar(app, deps)
  const { db } = deps
  const calls = IMPORT_CALLS[area]

  on(calls.list, async () => succeed(await listImports(db, area)))

  on(calls.template, async ({ query, reply }) => {
    const columns: CsvColumn<never>[] = IMPORT_FIELDS[query.kind].map(({ label }) => ({
      headId: label,
      cell: () => '',
    }))
    return streamCsv<never>(reply, `${query.kind}.csv`, columns, async () => [])
  })

  on(calls.create, async ({ person, request, reply, runAfterUpload }) => {
    await deps.throttles.importsByAccount.count(String(person.id))
    const { fields, files } = await receiveForm(request, reply, { one: calls.create.multipart }, IN_MEMORY)
    const { kind } = checkedFields(calls.create.body, fields)
    const [content] = files
    if (!content) throw badRequest('import_file_missing')
    return runAfterUpload(async () => {
      const inspected = await inspectCsv(content)
      const sha256 = hash('sha256', content, 'base64url')
      const id = await withIdempotency(db, request, person, { kind, sha256 })((transaction) =>
        insertImport(transaction, { kind, content, inspected }, by(person, request)),
      )
      return view(id, request)
    })
  })

  on(calls.read, async ({ params, request }) => view(params.id, request))

  on(calls.check, async ({ params: { id }, body: { columns }, person, request }) => {
    await queueCheck(db, await readImport(db, area, id), columns, by(person, request))
    return view(id, request)
  })

  on(calls.start, async ({ params: { id }, person, request }) => {
    await queueImport(db, await readImport(db, area, id), by(person, request))
    recordEvent(request.log, { event: 'import-started', importId: id, actorId: person.id })
    return view(id, request)
  })

  on(calls.undo, async ({ params: { id }, by, request }) => {
    const stored = await readImport(db, area, id)
    await undoImport(db, stored, by)
    recordAct(by, { event: 'import-undone', importId: id })
    return view(id, request)
  })

  async function view(id: number, request: FastifyRequest) {
    return succeed(await viewImport(db, await readImport(db, area, id), textsIn(languageOf(request))))
  }
}

const by = (person: Person, request: FastifyRequest) => ({ person, requestId: request.id })

const IN_MEMORY: FileSink<Buffer> = {
  place: 'memory',
  receive: (file) => buffer(file),
  discard: async () => {},
  bytesMax: IMPORT_BYTES_MAX,
  tooLarge: 'file_too_large',
}

const FAILURES: Record<string, PlainId> = {
  dutyGone: 'importFailures.dutyGone',
  unexpected: 'importFailures.unexpected',
}

async function viewImport(db: Db, stored: StoredImport, text: Translate): Promise<Import> {
  const { id, kind, state, columns, headings, failure } = stored
  const fields = IMPORT_FIELDS[kind].map(({ name, label, isRequired = false }) => ({
    name,
    label: text(label),
    is_required: isRequired,
  }))
  const columnOf = (field: string) => {
    const position = columns[field]
    const label = fields.find(({ name }) => name === field)?.label ?? field
    return (position === undefined ? null : headings[position]) || label
  }
  return {
    id,
    kind,
    state,
    columns,
    headings,
    fields,
    sample: stored.sample,
    admin: stored.admin_username,
    created_at: stored.created_at.toISOString(),
    finished_at: stored.finished_at?.toISOString() ?? null,
    row_count: stored.row_count,
    done_rows: stored.done_rows,
    new_rows: stored.new_rows,
    known_rows: stored.known_rows,
    wrong_rows: stored.wrong_rows,
    problems: stored.problems.map(({ row, field, problem }) => ({
      row,
      column: field === null ? null : columnOf(field),
      message: describeRowProblem(text, problem),
    })),
    failure: failure && text(FAILURES[failure] ?? 'importFailures.unexpected'),
    imported_before: state === 'checked' ? await findSameImport(db, stored) : null,
    can_undo: state === 'done' && stored.new_rows > 0 && (await isUntouched(db, id)),
  }
}

type Changer = Parameters<typeof changedBy>[0]

async function queueCheck(db: Db, stored: StoredImport, columns: ImportColumns, by: Changer): Promise<void> {
  requireColumns(stored, columns)
  await inTransaction(db, async (transaction) => {
    const content = await readContent(transaction, stored.id)
    if (!content) throw conflict('import_file_deleted')
    const fingerprint = fingerprintOf(stored.kind, columns, content)
    const chosen = { columns: sql<string>`${JSON.stringify(columns)}::jsonb`, fingerprint }
    await queue(transaction, stored.id, { to: 'checking', from: statesAt('columns'), ...chosen }, by)
  })
}

async function queueImport(db: Db, stored: StoredImport, by: Changer): Promise<void> {
  if (stored.wrong_rows > 0 || stored.new_rows === 0) throw conflict('import_not_ready')
  await inTransaction(db, (transaction) => queue(transaction, stored.id, { to: 'importing', from: ['checked'] }, by))
}

type Step = {
  to: 'checking' | 'importing'
  from: StoredImport['state'][]
  columns?: ReturnType<typeof sql<string>>
  fingerprint?: string
}

/** Gives the import to the job. Rejects with 409 where it has gone on meanwhile. */
async function queue(transaction: Db, id: number, { to, from, ...chosen }: Step, by: Changer): Promise<void> {
  const taken = await transaction
    .updateTable('imports')
    .set({ ...chosen, ...changedBy(by), state: to, failure: null, done_rows: 0 })
    .where('id', '=', id)
    .where('state', 'in', from)
    .executeTakeFirst()
  if (taken.numUpdatedRows === 0n) throw conflict('import_not_ready')
  await enqueueImport(transaction, id)
}

/** Every field that an import cannot do without has a column, and every column exists. */
function requireColumns({ kind, headings }: StoredImport, columns: ImportColumns): void {
  const known = IMPORT_FIELDS[kind]
  const missing = known.filter(({ name, isRequired }) => isRequired && columns[name] === undefined)
  if (missing.length > 0) throw new HttpError(400, 'import_column_missing', { field: 'columns' })
  const areAll = Object.entries(columns).every(
    ([field, position]) => known.some(({ name }) => name === field) && position < headings.length,
  )
  if (!areAll) throw new HttpError(400, 'import_column_unknown', { field: 'columns' })
}

async function undoImport(db: Db, { id, kind }: { id: number; kind: ImportKind }, by: Actor): Promise<void> {
  await inTransaction(db, async (transaction) => {
    await countApart(transaction)
    const undone = await transaction
      .updateTable('imports')
      .set({ state: 'undone' })
      .where('id', '=', id)
      .where('state', '=', 'done')
      .returning(['new_rows', 'known_rows'])
      .executeTakeFirstOrThrow(() => conflict('import_not_done'))
    await lockRecords(transaction, id)
    if (!(await isUntouched(transaction, id))) throw conflict('import_changed')
    await deleteRecords(transaction, id)
    const before = { what: kind, new: undone.new_rows }
    await recordAudit(transaction, by, 'import-undone', { kind: 'import', id }, { before })
  })
}

/** SQL: the ids of the pets or memberships that the import made. */
const idsOf = (importId: number, kind: 'pet' | 'membership') =>
  sql`select record_id from import_records where import_id = ${importId} and kind = ${kind}`
/** SQL: the tags that it made, or that were blank before. */
const tagsOf = (importId: number, kind: 'tag' | 'bound-tag') =>
  sql`select tag from import_records where import_id = ${importId} and kind = ${kind}`

/** Until the end of the transaction, nobody changes them. */
async function lockRecords(transaction: Db, id: number): Promise<void> {
  await sql`select from pets where id in (${idsOf(id, 'pet')}) order by id for update`.execute(transaction)
  await sql`select from memberships where id in (${idsOf(id, 'membership')}) order by id for update`.execute(
    transaction,
  )
  await sql`select from tags where pet_id in (${tagsOf(id, 'tag')}) order by pet_id for update`.execute(transaction)
}

/**
 * True if all that the import made is there, as it was made. A pet counts as used once it has a photo, its tag
 * was scanned, or it was lost or found, an animal of the street once it was seen, treated at a camp or given to a carer, or has the file of
 * a certificate; a membership once it was corrected, its member was handed a link that renews it, or has another one of the category, by the
 * same e-mail address or the same account, that came later, such as a renewal, or that waits for its end.
 */
async function isUntouched(db: Db, id: number): Promise<boolean> {
  const { rows } = await sql<{ is_untouched: boolean }>`
    select not exists (
      select from import_records made
      left join pets on pets.id = made.record_id
      where made.import_id = ${id} and made.kind = 'pet' and (
        pets.id is null or pets.version > 1
        or exists (select from photos where photos.pet_id = pets.id)
        or exists (select from scan_days where scan_days.pet_number = pets.id)
        or exists (select from lost_pets where lost_pets.pet_number = pets.id)
        or exists (select from found_reports where found_reports.pet_id = pets.id)
        or exists (select from sightings where sightings.pet_id = pets.id)
        or exists (select from camp_works where camp_works.pet_id = pets.id)
        or exists (select from carers where carers.pet_id = pets.id and carers.added_at <> pets.created_at)
        or exists (select from certificate_files where certificate_files.pet_id = pets.id)
        or exists (
          select from care_records care
          where care.pet_number = pets.id and (care.created_at <> pets.created_at or care.version > 1)
        )
      )
    ) and not exists (
      select from import_records made
      left join memberships on memberships.id = made.record_id
      left join users account on account.email_confirmed_at is not null
        and (account.id = memberships.user_id or account.email_key = lower(normalize(memberships.email, nfkc)))
      where made.import_id = ${id} and made.kind = 'membership'
        and (
          memberships.id is null or memberships.status <> 'active' or memberships.email = ''
          or exists (
            select from corrections
            where corrections.purpose = 'membership' and corrections.subject_id = memberships.id)
          or exists (
            select from pay_links links
            where links.renews_id = memberships.id and links.revoked_at is null and links.expires_at > now()
              and (links.sent_at is not null or links.opened_at is not null))
          or exists (
            select from memberships later
            where (
                lower(normalize(later.email, nfkc)) in (lower(normalize(memberships.email, nfkc)), account.email_key)
                or later.user_id in (memberships.user_id, account.id)
              )
              and later.category = memberships.category
              and (later.id > memberships.id
                or (later.start_date = memberships.expiry_date and later.start_date > ${todayInIndia()}))
              and later.status in ('pending', 'active') and later.id not in (${idsOf(id, 'membership')})
          )
        )
    ) and not exists (
      select from import_records made
      join imports on imports.id = made.import_id and imports.kind = 'tags'
      left join tags on tags.pet_id = made.tag
      where made.import_id = ${id} and made.kind = 'tag' and (tags.pet_id is null or tags.bound_at is not null)
    ) as is_untouched`.execute(db)
  return rows[0]?.is_untouched ?? false
}

/** The tags of the pets go, too, except those that were there before: they are blank again. */
async function deleteRecords(transaction: Db, id: number): Promise<void> {
  await sql`delete from pets where id in (${idsOf(id, 'pet')})`.execute(transaction)
  await sql`delete from memberships where id in (${idsOf(id, 'membership')})`.execute(transaction)
  await sql`delete from tags where pet_id in (${tagsOf(id, 'tag')})`.execute(transaction)
  await sql`update tags set bound_at = null, spent_at = null where pet_id in (${tagsOf(id, 'bound-tag')})`.execute(
    transaction,
  )
  await transaction.deleteFrom('import_records').where('import_id', '=', id).execute()
}
