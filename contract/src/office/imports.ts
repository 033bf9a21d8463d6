import { z } from 'zod'
import type { Duty } from '../people/duties.ts'
import { call } from '../platform/call.ts'
import { ById, success } from '../platform/envelope.ts'
import { problem } from '../platform/problem.ts'
import { keysOf, type StatusLook } from '../platform/registry.ts'

/** Kinds of records that can be imported, by the part of the admin area that they belong to. */
export const IMPORT_AREAS = {
  pets: { duty: 'pets', kinds: ['pets', 'animals', 'tags'] },
  members: { duty: 'members', kinds: ['members'] },
} as const satisfies Record<string, { duty: Duty; kinds: readonly string[] }>
export type ImportArea = keyof typeof IMPORT_AREAS
export type ImportKind = (typeof IMPORT_AREAS)[ImportArea]['kinds'][number]
export const IMPORT_KINDS = Object.values(IMPORT_AREAS).flatMap<ImportKind>(({ kinds }) => kinds)

export const IMPORT_ROWS_MAX = 10_000
export const IMPORT_COLUMNS_MAX = 60
export const IMPORT_BYTES_MAX = 5 * 1024 * 1024
/** A reply names at most this many problems of a file. */
export const IMPORT_PROBLEMS_MAX = 100

type StateEntry = StatusLook & {
  /** The admin chooses the columns, a job reads the rows, or nothing follows but an undo. */
  stage: 'columns' | 'job' | 'end'
}

export const importStates = {
  uploaded: { stage: 'columns', label: 'imports.stateUploaded', tone: 'pending', icon: 'clock' },
  checking: { stage: 'job', label: 'imports.stateChecking', tone: 'brand', icon: 'progress' },
  checked: { stage: 'columns', label: 'imports.stateChecked', tone: 'pending', icon: 'clock' },
  importing: { stage: 'job', label: 'imports.stateImporting', tone: 'brand', icon: 'progress' },
  done: { stage: 'end', label: 'imports.stateDone', tone: 'active', icon: 'check' },
  failed: { stage: 'columns', label: 'imports.stateFailed', tone: 'cancelled', icon: 'cross' },
  undone: { stage: 'end', label: 'imports.stateUndone', tone: 'expired', icon: 'back' },
} as const satisfies Record<string, StateEntry>

export type ImportState = keyof typeof importStates
export const IMPORT_STATES = keysOf(importStates)

export const statesAt = (stage: StateEntry['stage']): ImportState[] =>
  IMPORT_STATES.filter((state) => importStates[state].stage === stage)

/** The area in which this kind is imported: `pets` for pets, animals of the street and tags. */
export function areaOf(kind: ImportKind): ImportArea {
  return kind === 'members' ? 'members' : 'pets'
}

const ImportSummary = z.object({
  id: z.number(),
  kind: z.enum(IMPORT_KINDS),
  state: z.enum(IMPORT_STATES),
  /** The admin who sent, checked or started it last. */
  admin: z.string(),
  created_at: z.string(),
  finished_at: z.string().nullable(),
  /** The row of the headings is not counted. */
  row_count: z.number(),
  /** Counts of the check, and of the import: new records, and those that were there already. */
  new_rows: z.number(),
  known_rows: z.number(),
  wrong_rows: z.number(),
})
export type ImportSummary = z.output<typeof ImportSummary>

const Import = ImportSummary.extend({
  /** Rows that were read, while it is checked or imported. */
  done_rows: z.number(),
  /** The first row of the file, and the rows below it; empty once the file is deleted. */
  headings: z.array(z.string()),
  sample: z.array(z.array(z.string())),
  /** The fields that can be imported, each under its name in the language of the request. */
  fields: z.array(z.object({ name: z.string(), label: z.string(), is_required: z.boolean() })),
  /** The position of the column for each field; at first a guess from the headings. */
  columns: z.record(z.string(), z.number()),
  /** The first of them. `row` counts as a spreadsheet does: the headings are row 1. */
  problems: z.array(z.object({ row: z.number(), column: z.string().nullable(), message: z.string() })),
  failure: z.string().nullable(),
  /** This file was imported before in the same way, so that there is nothing to do. */
  imported_before: z.object({ id: z.number(), admin: z.string(), at: z.string() }).nullable(),
  /** Nothing that it made was changed or used since. */
  can_undo: z.boolean(),
})
export type Import = z.output<typeof Import>

const Columns = z.record(
  z.string().max(40),
  z
    .int(problem('invalid'))
    .min(0, problem('invalid'))
    .max(IMPORT_COLUMNS_MAX - 1, problem('invalid')),
  problem('invalid'),
)

/** The calls of an area. They are the same, but each area needs a duty of its own. */
function importCallsOf(area: ImportArea) {
  const { duty, kinds } = IMPORT_AREAS[area]
  const Kind = z.enum(kinds, problem('notAnOption', { options: kinds.join('|') }))
  const path = `/api/admin/imports/${area}` as const
  const of = `${path}/{id}` as const
  return {
    list: call({
      method: 'GET',
      path,
      access: 'admin',
      duty,
      priority: 'low',
      summary: `The newest imports of ${area}, the newest first`,
      reply: success(z.array(ImportSummary)),
    }),
    create: call({
      method: 'POST',
      path,
      access: 'admin',
      duty,
      summary: `Send a CSV file of at most ${IMPORT_ROWS_MAX} rows and 5 MB; nothing is imported yet, and the columns are guessed from the headings`,
      body: z.object({ kind: Kind }),
      multipart: 'file',
      maxConcurrent: 2,
      idempotent: true,
      reply: success(Import),
      status: 201,
    }),
    template: call({
      method: 'GET',
      path: `${path}/template.csv`,
      access: 'admin',
      duty,
      priority: 'low',
      summary: 'A file with nothing but the headings, in the language of the request',
      query: z.object({ kind: Kind }),
      file: 'text/csv',
      reply: z.string(),
    }),
    read: call({
      method: 'GET',
      path: of,
      access: 'admin',
      duty,
      priority: 'low',
      summary: 'An import: its columns, how far it is, and what is wrong with which row',
      params: ById,
      reply: success(Import),
    }),
    check: call({
      method: 'PUT',
      path: `${of}/columns`,
      access: 'admin',
      duty,
      summary: 'Take these columns for these fields and begin a dry run, which stores no record',
      params: ById,
      body: z.object({ columns: Columns }),
      reply: success(Import),
    }),
    start: call({
      method: 'POST',
      path: `${of}/start`,
      access: 'admin',
      duty,
      summary: 'Import what was checked without a problem: all rows, or none. A job does it; no mail is sent',
      params: ById,
      reply: success(Import),
    }),
    undo: call({
      method: 'POST',
      path: `${of}/undo`,
      access: 'admin',
      duty,
      summary: 'Delete what an import made; refused once anything of it was changed or used',
      params: ById,
      reply: success(Import),
    }),
  }
}

export const petImportCalls = importCallsOf('pets')
export const memberImportCalls = importCallsOf('members')

export const IMPORT_CALLS = { pets: petImportCalls, members: memberImportCalls } as const
