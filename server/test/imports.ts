import { areaOf, IMPORT_CALLS, type Import, type ImportKind } from '@petsetu/contract/office/imports.ts'
import { expect } from 'vitest'
import { IMPORT_FIELDS } from '../src/office/imports/import-fields.ts'
import { insertImport } from '../src/office/imports/import-queries.ts'
import { inspectCsv } from '../src/office/imports/read-csv.ts'
import { anAdmin } from './factories.ts'
import type { TestApp } from './harness.ts'

type Asking = Pick<TestApp, 'call'>
type Person = { token: string }

export const requiredFields = (kind: ImportKind) =>
  IMPORT_FIELDS[kind].filter(({ isRequired }) => isRequired).map(({ name }) => name)

/** The id of an import in this state, without the records of a check or an import. */
export async function anImport({ db }: Pick<TestApp, 'db'>, kind: ImportKind, state: Import['state']): Promise<number> {
  const content = Buffer.from('Name\nMoti')
  const person = { ...(await anAdmin(db, [areaOf(kind)])), duties: null, language: null, mustEnrol: false }
  const inspected = await inspectCsv(content)
  const id = await insertImport(db, { kind, content, inspected }, { person, requestId: 'a-request' })
  await db.updateTable('imports').set({ state, new_rows: 1 }).where('id', '=', id).execute()
  return id
}

const callsOf = (kind: ImportKind) => IMPORT_CALLS[areaOf(kind)]

export const PET_HEADINGS = 'Pet name,Pet type,Age,Gender,Location,Address,Contact details'

/** The line of a pet in a CSV file. */
export const petLine = (name: string, contact = '9876543210') => `${name},Dog,3 years,male,Pune,12 Neem Road,${contact}`

/** A CSV file of pets, each with a name of its own. */
export function petFile(count: number): string {
  return [PET_HEADINGS, ...Array.from({ length: count }, (_, index) => petLine(`Pet ${index + 1}`))].join('\n')
}

export async function sendFile(app: Asking, kind: ImportKind, content: string | Buffer<ArrayBuffer>, as: Person) {
  return app.call(callsOf(kind).create, { body: { kind, file: new Blob([content]) } } as never, as)
}

/** An import as soon as no job works on it. */
export async function settled(app: Asking, { id, kind }: Pick<Import, 'id' | 'kind'>, as: Person): Promise<Import> {
  const read = async () => (await app.call(callsOf(kind).read, { params: { id: String(id) } }, as)).body.data
  await expect.poll(async () => (await read()).state, { timeout: 150_000 }).not.toMatch(/checking|importing/)
  return read()
}

/** Sends a file and checks it, with the columns that were guessed. */
export async function checkedFile(app: Asking, kind: ImportKind, content: string | Buffer<ArrayBuffer>, as: Person) {
  const { id, columns } = (await sendFile(app, kind, content, as)).body.data
  const reply = await app.call(callsOf(kind).check, { params: { id: String(id) }, body: { columns } }, as)
  expect(reply.status).toBe(200)
  return settled(app, { id, kind }, as)
}

export const startImport = (app: Asking, { id, kind }: Pick<Import, 'id' | 'kind'>, as: Person) =>
  app.call(callsOf(kind).start, { params: { id: String(id) } }, as)

export const undoImport = (app: Asking, { id, kind }: Pick<Import, 'id' | 'kind'>, as: Person) =>
  app.call(callsOf(kind).undo, { params: { id: String(id) } }, as)

/** Sends, checks and imports a file. */
export async function importedFile(app: Asking, kind: ImportKind, content: string | Buffer<ArrayBuffer>, as: Person) {
  const checked = await checkedFile(app, kind, content, as)
  const { status } = await startImport(app, checked, as)
  expect(status).toBe(200)
  return settled(app, checked, as)
}
