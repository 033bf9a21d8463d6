import { isDeepStrictEqual } from 'node:util'
import type { AuditAction, AuditObject } from '@petsetu/contract/people/audit.ts'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/pool.ts'
import type { Person } from '../../platform/http/routing/person.ts'

type Fields = Record<string, unknown>

export type Actor = { person: Person; request: Pick<FastifyRequest, 'id'> }

export type AuditedObject = { kind: AuditObject; id?: string | number }

export type AuditDetails = {
  /**
   * The record before and after; only the fields that differ are stored. Without `before` it was created, without `after` deleted.
   */
  before?: Fields
  after?: Fields
  /** The fields among them that are about a person. Their names are stored, and their values are not. */
  personal?: readonly string[]
  reason?: string
}

// The texts of plans and legal pages are cut here, so that a page of the audit stays small.
const TEXT_LENGTH_MAX = 1_000

/**
 * Stores what an admin did in the transaction that does it: if this row cannot be stored, the change is rolled back. What others than
 * admins do is not stored, and neither is an update that changes no field.
 *
 * Never give it secrets, PANs, or what people wrote: an erasure removes nothing but the reason.
 */
export async function recordAudit(
  transaction: Db,
  { person, request }: Actor,
  action: AuditAction,
  object: AuditedObject,
  { before, after, personal = [], reason }: AuditDetails = {},
): Promise<void> {
  if (person.role !== 'admin') return
  const changed = changedFields(before, after)
  if (before && after && changed.length === 0) return
  const kept = changed.filter((field) => !personal.includes(field))
  await transaction
    .insertInto('audit')
    .values({
      admin_id: person.id,
      admin_username: person.username,
      action,
      object_kind: object.kind,
      object_id: object.id === undefined ? null : String(object.id),
      before: before ? jsonOf(before, kept) : null,
      after: after ? jsonOf(after, kept) : null,
      personal_fields: changed.filter((field) => personal.includes(field)),
      reason: reason ?? null,
      request_id: request.id,
    })
    .execute()
}

type Reader = { person: Person; request: Pick<FastifyRequest, 'id' | 'method'> }

/**
 * Stores that an admin took out a list, before its first row leaves; of a search only that there was one. A request for the head alone
 * takes out nothing.
 */
export async function recordDownload(db: Db, by: Reader, kind: AuditObject, selection: Fields = {}): Promise<void> {
  if (by.request.method === 'HEAD') return
  await recordAudit(db, by, 'export-downloaded', { kind }, { after: selection, personal: ['search'] })
}

function changedFields(before: Fields = {}, after: Fields = {}): string[] {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return fields.filter((field) => !isDeepStrictEqual(before[field] ?? null, after[field] ?? null))
}

function jsonOf(record: Fields, fields: string[]) {
  const values = fields.map((field) => [field, short(record[field] ?? null)])
  return sql<string>`${JSON.stringify(Object.fromEntries(values))}::jsonb`
}

function short(value: unknown): unknown {
  if (typeof value !== 'string' || value.length <= TEXT_LENGTH_MAX) return value
  return `${value.slice(0, TEXT_LENGTH_MAX).toWellFormed()}…`
}
