import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { aPdf, filePart, formBytes } from './attachments.ts'
import { BAD_BODIES, OTHER_CONTENT_TYPES } from './bad-input.ts'
import { fieldValue, type Known, misfit, type Schema } from './fuzz-values.ts'
import { KEYS } from './sandbox.ts'

/** The part of an OpenAPI operation that a request needs. */
export type Operation = {
  method: string
  path: string
  parameters: { name: string; in: string; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: Record<string, { schema: object }> }>
}

export type Who = 'nobody' | 'user' | 'admin'

export type FuzzRequest = {
  who: Who
  method: string
  path: string
  headers: Record<string, string>
  body?: string | Buffer
}

type Body = Pick<FuzzRequest, 'headers' | 'body'>

const ODD_PATH_PARTS = ['%', '%00', '%2e%2e%2f', '..%5c', '%252e%252e', 'a%2fb', ';x=1', '%ff', '*', '.', '~']
const ODD_QUERIES = [
  '__proto__=1',
  'constructor[prototype][x]=1',
  'page=1&page=2',
  'status[]=a',
  'x=%',
  '&&==',
  '%00=%00',
  '?',
]

/** Requests for one operation, most of them almost valid. */
export function requestsFor(operation: Operation, known: Known): fc.Arbitrary<FuzzRequest> {
  return fc
    .record({
      who: fc.constantFrom<Who>('nobody', 'user', 'user', 'admin', 'admin', 'admin'),
      path: pathOf(operation, known),
      query: queryOf(operation, known),
      body: bodyOf(operation, known),
    })
    .map(({ who, path, query, body }) => ({
      who,
      method: operation.method,
      path: query ? `${path}?${query}` : path,
      ...body,
    }))
}

function pathOf({ path, parameters }: Operation, known: Known): fc.Arbitrary<string> {
  const values = parameters
    .filter((each) => each.in === 'path')
    .map(({ name, schema }) =>
      mostly(fieldValue(name, schema, known).map(pathPart), fc.constantFrom(...ODD_PATH_PARTS)),
    )
  return fc.tuple(...values).map((parts) => parts.reduce((filled, part) => filled.replace(/\{\w+\}/, () => part), path))
}

function queryOf({ parameters }: Operation, known: Known): fc.Arbitrary<string> {
  const pairs = parameters
    .filter((each) => each.in === 'query')
    .map(({ name, schema }) =>
      fc.option(
        fieldValue(name, schema, known).map((value) => `${name}=${encoded(value)}`),
        { nil: '', freq: 2 },
      ),
    )
  const odd = seldom(fc.constantFrom(...ODD_QUERIES), '')
  return fc.tuple(...pairs, odd).map((parts) => parts.filter(Boolean).join('&'))
}

// An empty segment would lead to another call.
const pathPart = (value: unknown) => encoded(value) || '%20'

const encoded = (value: unknown) =>
  encodeURIComponent((typeof value === 'object' ? JSON.stringify(value) : String(value)).toWellFormed().slice(0, 8_000))

function bodyOf(operation: Operation, known: Known): fc.Arbitrary<Body> {
  const [type, media] = Object.entries(operation.requestBody?.content ?? {})[0] ?? []
  if (!type || !media) return seldom<Body>(fc.constant(jsonBody('{"a":1}')), { headers: {} })
  if (!media.schema.properties) return signedBody
  const fields = fieldsOf(media.schema, known)
  const json = fields.map((values) => jsonBody(JSON.stringify(values)))
  if (type === 'multipart/form-data') return mostly(formOf(fields), json)
  return mostly(
    json,
    json.chain(({ body }) => cut(body)).map((text) => jsonBody(text)),
    json.chain(({ body }) => fc.constantFrom(...OTHER_CONTENT_TYPES).map((other) => jsonBody(body, other))),
    fc.constantFrom(...BAD_BODIES).map(([, text]) => jsonBody(text)),
  )
}

/** The fields of a body: rarely one is missing, rarely there is an unknown one. */
function fieldsOf(schema: Schema, known: Known): fc.Arbitrary<Record<string, unknown>> {
  const entries = Object.entries(schema.properties ?? {})
  const values = fc.record(Object.fromEntries(entries.map(([name, field]) => [name, fieldValue(name, field, known)])))
  const names = entries.map(([name]) => name)
  return fc
    .record({
      values,
      without: seldom(fc.constantFrom('', ...names), ''),
      further: seldom(fc.dictionary(fc.string(), misfit, { maxKeys: 3 }), {}),
    })
    .map(({ values: all, without, further }) =>
      Object.fromEntries(Object.entries({ ...further, ...all }).filter(([name]) => name !== without)),
    )
}

function formOf(fields: fc.Arbitrary<Record<string, unknown>>): fc.Arbitrary<Body> {
  const form = fc
    .record({ values: fields, file: seldom(fc.constantFrom(aPdf(), aPdf(70_000), Buffer.from('x')), null) })
    .map(({ values, file }) => {
      const parts = Object.entries(values).map(([name, value]) => ({
        name,
        value: typeof value === 'string' ? value : JSON.stringify(value),
      }))
      return formBytes([...parts, ...(file ? [filePart(file)] : [])])
    })
  const headers = { 'content-type': 'multipart/form-data; boundary=petsetu-boundary' }
  return fc
    .record({ bytes: form, kept: seldom(fc.double({ min: 0, max: 1, noNaN: true }), 1) })
    .map(({ bytes, kept }) => ({ headers, body: bytes.subarray(0, Math.floor(bytes.length * kept)) }))
}

/** A webhook event, with or without a valid signature. */
const signedBody: fc.Arbitrary<Body> = fc
  .record({
    event: fc.constantFrom('payment.captured', 'payment.failed', 'refund.processed', 'order.paid', 'x'),
    payload: fc.oneof(misfit, fc.record({ payment: fc.record({ entity: fc.record({ id: misfit }) }) })),
    isSigned: fc.boolean(),
  })
  .map(({ isSigned, ...event }) => {
    const { headers, body } = jsonBody(JSON.stringify(event))
    const signature = createHmac('sha256', isSigned ? KEYS.webhookSecret : 'guess')
      .update(body)
      .digest('hex')
    return { headers: { ...headers, 'x-razorpay-signature': signature }, body }
  })

const mostly = <T>(usual: fc.Arbitrary<T>, ...others: fc.Arbitrary<T>[]): fc.Arbitrary<T> =>
  fc.oneof({ weight: 20, arbitrary: usual }, ...others.map((arbitrary) => ({ weight: 1, arbitrary })))

const seldom = <T>(arbitrary: fc.Arbitrary<T>, otherwise: T): fc.Arbitrary<T> =>
  mostly(fc.constant(otherwise), arbitrary)

const cut = (text: string) => fc.nat({ max: text.length - 1 }).map((length) => text.slice(0, length))

const jsonBody = (body: string, type = 'application/json') => ({ headers: { 'content-type': type }, body })
