import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { succeed } from '@petsetu/contract/envelope.ts'
import { IMPORT_BYTES_MAX, IMPORT_CALLS, type ImportArea } from '@petsetu/contract/imports.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { badRequest } from '../errors.ts'
import { type CsvColumn, streamCsv } from '../http/bodies/csv.ts'
import { type FileSink, receiveForm } from '../http/bodies/upload.ts'
import { checkedFields } from '../http/routing/checked-fields.ts'
import { createOnce } from '../http/routing/idempotency.ts'
import { mounter } from '../http/routing/mount.ts'
import type { Person } from '../http/routing/person.ts'
import { languageOf } from '../languages/request-language.ts'
import { textsIn } from '../languages/texts.ts'
import { recordEvent } from '../record-event.ts'
import { IMPORT_FIELDS } from './import-fields.ts'
import { insertImport, listImports, readImport } from './import-queries.ts'
import { viewImport } from './import-view.ts'
import { queueCheck, queueImport } from './queue-import.ts'
import { surveyCsv } from './read-csv.ts'
import { undoImport } from './undo-import.ts'

/** Imports of pets, tags and members. Each area has the same calls, with a duty of its own. */
export function importRoutes(app: FastifyInstance, deps: Deps): void {
  routesOf('pets', app, deps)
  routesOf('members', app, deps)
}

function routesOf(area: ImportArea, app: FastifyInstance, deps: Deps): void {
  const on = mounter(app, deps)
  const { db } = deps
  // The calls of both areas are alike: their types differ in the duty and the address.
  const calls = IMPORT_CALLS[area as 'pets']

  on(calls.list, async () => succeed(await listImports(db, area)))

  on(calls.template, async ({ query, reply }) => {
    const columns: CsvColumn<never>[] = IMPORT_FIELDS[query.kind].map(({ label }) => ({
      headId: label,
      cell: () => '',
    }))
    return streamCsv<never>(reply, `${query.kind}.csv`, columns, async () => [])
  })

  on(calls.create, async ({ person, request, reply, whenReceived }) => {
    await deps.throttles.importsByAccount.count(String(person.id))
    const { fields, files } = await receiveForm(request, reply, { one: calls.create.multipart }, IN_MEMORY)
    const { kind } = checkedFields(calls.create.body, fields)
    const [content] = files
    if (!content) throw badRequest('import_file_missing')
    return whenReceived(async () => {
      const survey = await surveyCsv(content)
      const sha256 = createHash('sha256').update(content).digest('base64url')
      const id = await createOnce(db, request, person, { kind, sha256 })((transaction) =>
        insertImport(transaction, { kind, content, survey }, by(person, request)),
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

  on(calls.undo, async ({ params: { id }, person, request }) => {
    const stored = await readImport(db, area, id)
    await undoImport(db, stored, { person, request })
    recordEvent(request.log, { event: 'import-undone', importId: id, actorId: person.id })
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
