import fc from 'fast-check'
import { BAD_TEXTS } from './bad-input.ts'

export type Schema = {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  properties?: Record<string, Schema>
  required?: string[]
}

/** Values that are in the database, by the names of the fields that take them. */
export type Known = [field: RegExp, values: unknown[]][]

const MISFITS: unknown[] = [
  ...BAD_TEXTS.map(([, value]) => value),
  null,
  '',
  ' ',
  '\u200b',
  'x'.repeat(6_000),
  'x'.repeat(70_000),
  -1,
  0,
  0.001,
  1e308,
  -1e308,
  2 ** 53,
  2 ** 63,
  '1e2',
  '-1',
  '0',
  '00',
  '0x10',
  '9999999999',
  '99999999999999999999',
  'NaN',
  'Infinity',
  '2026-02-30',
  '0000-00-00',
  '9999-12-31',
  {},
  [],
  [[[]]],
  { toString: 'x', valueOf: 1 },
  "' or 1=1 --",
  '%',
  '..%2f..%2fetc%2fpasswd',
  '../../etc/passwd',
  '\r\nSet-Cookie: a=b',
  '{{7*7}}',
  '<script>alert(1)</script>',
]

/** Any JSON value, and values that have broken other programs. */
export const misfit: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...MISFITS) },
  { weight: 1, arbitrary: fc.jsonValue() },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 50 }) },
)

/** A value for a field: mostly valid by its schema and name, sometimes one that no field should accept. */
export function fieldValue(name: string, schema: Schema, known: Known): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 25, arbitrary: fitting(name, schema, known) }, { weight: 1, arbitrary: misfit })
}

function fitting(name: string, schema: Schema, known: Known): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const [, values] = known.find(([field]) => field.test(name)) ?? []
  if (values) return fc.constantFrom(...values)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((choice) => fitting(name, choice, known)))
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (type === 'null') return fc.constant(null)
  if (type === 'integer' || type === 'number') {
    const { minimum = 1, maximum = 100 } = schema
    return fc.oneof(fc.integer({ min: Math.ceil(minimum), max: maximum }), fc.double({ min: minimum, max: maximum }))
  }
  if (schema.pattern) return fc.stringMatching(new RegExp(schema.pattern))
  return textOf(schema)
}

function textOf({ minLength = 0, maxLength = 40 }: Schema): fc.Arbitrary<string> {
  const length = { minLength: Math.max(minLength, 1), maxLength: Math.min(maxLength, 40) }
  return fc.oneof(
    { weight: 3, arbitrary: fc.lorem({ maxCount: 3 }).map((text) => text.slice(0, length.maxLength)) },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme', ...length }) },
  )
}
