import { allCalls, callsByNoun } from '@petsetu/contract/calls.ts'
import { ATTACHMENT_PATH } from '@petsetu/contract/complaints/complaint-schemas.ts'
import { PHOTO_PATH } from '@petsetu/contract/pets/pet-pictures.ts'
import type { Call } from '@petsetu/contract/platform/call.ts'
import { readTexts } from '@petsetu/languages/catalogues.ts'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/harness.ts'

const app = await testApp()

type Schema = { type?: string; properties?: Record<string, Schema>; required?: string[]; items?: Schema; $ref?: string }
type Operation = {
  operationId: string
  summary: string
  'x-duty'?: string
  security: object[]
  parameters: { name: string; in: string; required: boolean; schema: Schema }[]
  requestBody?: { required: boolean; content: Record<string, { schema: Schema }> }
  responses: Record<string, { description: string; content?: Record<string, { schema: Schema }>; headers?: object }>
}
type Document = {
  openapi: string
  info: { title: string; version: string }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema>; securitySchemes: object }
}

const reply = await app.fetch('/openapi.json')
const document = (await reply.json()) as Document

function operationOf(call: Call): Operation {
  const operation = document.paths[call.path]?.[call.method.toLowerCase()]
  if (!operation) throw new Error(`${call.method} ${call.path} is not described`)
  return operation
}

// API-4
test('/openapi.json is OpenAPI 3.1 and describes exactly the calls of the product', () => {
  expect(reply.status).toBe(200)
  expect(reply.headers.get('content-type')).toMatch(/^application\/json/)
  expect(document.openapi).toMatch(/^3\.1\.\d+$/)
  expect(document.info).toMatchObject({ title: expect.stringMatching(/./), version: expect.stringMatching(/./) })
  const described = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(described.sort()).toEqual(
    [...allCalls.map((call) => `${call.method} ${call.path}`), `GET ${ATTACHMENT_PATH}`, `GET ${PHOTO_PATH}`].sort(),
  )
  const ids = allCalls.map((call) => operationOf(call).operationId)
  expect(new Set(ids).size).toBe(ids.length)
})

// API-4
test('the description keeps the rules that Redocly recommends', async () => {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source: JSON.stringify(document), config })
  // The path of a plan is that of the first version. It could be one of these only if an id could be `plans`, and ids are numbers.
  const BESIDE_PLANS = ['cancel', 'reminders', 'pay-links'].map((last) => `/api/admin/memberships/{id}/${last}`)
  const plan = '/api/admin/memberships/plans/{id}'
  const isKnown = ({ ruleId, message }: { ruleId: string; message: string }) =>
    ruleId === 'no-ambiguous-paths' &&
    message.includes(`\`${plan}\``) &&
    BESIDE_PLANS.some((path) => message.includes(`\`${path}\``))
  const unknown = problems.filter((one) => !isKnown(one))
  expect(unknown.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([])
})

// API-4, CMP-18
test('a complaint’s file is described: by name for admins, or by a short-lived link', () => {
  const operation = document.paths[ATTACHMENT_PATH]?.get
  expect(operation?.security).toEqual([{ bearer: [] }, {}])
  const named = operation?.parameters.map((parameter) => [parameter.name, parameter.in, parameter.required])
  expect(named).toEqual([
    ['file_path', 'path', true],
    ['expires', 'query', false],
    ['signature', 'query', false],
  ])
  expect(Object.keys(operation?.responses[200]?.content ?? {})).toEqual(['application/pdf', 'image/jpeg', 'image/png'])
  expect(Object.keys(operation?.responses ?? {})).toEqual(['200', '401', '403', '404', 'default'])
})

// DSK-5
test('the description of each call names the duty that an admin needs for it', () => {
  for (const call of allCalls) {
    expect.soft(operationOf(call)['x-duty'], `${call.method} ${call.path}`).toBe(call.duty)
    if (call.access === 'admin') expect.soft(call.duty).toMatch(/^(pets|cases|members|money|settings|privacy|any|all)$/)
  }
  expect(document.paths[ATTACHMENT_PATH]?.get?.['x-duty']).toBe('cases')
})

// API-4
test('each group of calls is described, and each call says how it refuses', () => {
  expect(document.tags.map(({ name }) => name)).toEqual(Object.keys(callsByNoun))
  for (const { name, description } of document.tags) expect.soft(description, name).toMatch(/^[A-Z].{10,}\.$/)
  for (const call of allCalls) {
    const refusals = Object.keys(operationOf(call).responses).filter((status) => status.startsWith('4'))
    expect.soft(refusals, `${call.method} ${call.path}`).not.toEqual([])
    expect.soft(refusals.includes('401'), `${call.method} ${call.path}`).toBe(!call.ignoresDeadToken)
  }
})

// API-4
test('each reference in the document resolves', () => {
  const references = JSON.stringify(document).match(/"\$ref":"[^"]+"/g) ?? []
  expect(references.length).toBeGreaterThan(0)
  for (const reference of new Set(references)) {
    const pointer = reference.slice('"$ref":"#/'.length, -1).split('/')
    let target: unknown = document
    for (const step of pointer) target = (target as Record<string, unknown> | undefined)?.[step]
    expect.soft(target, reference).toBeTruthy()
  }
})

for (const call of allCalls) {
  // API-4
  test(`${call.method} ${call.path} is described with parameters, body and replies`, () => {
    const operation = operationOf(call)
    expect(operation.summary).toBe(call.summary)
    expect(operation.security).toEqual(call.access === 'anyone' ? [] : [{ bearer: [] }])

    const inPath = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    const named = (where: string) => operation.parameters.filter((each) => each.in === where).map((each) => each.name)
    expect(named('path')).toEqual(inPath)
    expect(named('query')).toEqual(Object.keys(call.query?.shape ?? {}))
    for (const parameter of operation.parameters) {
      if (parameter.in === 'path') expect(parameter.required).toBe(true)
      expect(Object.keys(parameter.schema).length, parameter.name).toBeGreaterThan(0)
    }

    const type = call.multipart ? 'multipart/form-data' : 'application/json'
    const body = operation.requestBody?.content[type]?.schema
    expect(Boolean(body)).toBe(Boolean(call.body || call.raw))
    const file = [call.multipart, call.moreFiles?.name].filter((name) => name !== undefined)
    expect(Object.keys(body?.properties ?? {})).toEqual([...Object.keys(call.body?.shape ?? {}), ...file])
    const required = Object.entries(call.body?.shape ?? {}).filter(([, field]) => !field.safeParse(undefined).success)
    expect([...(body?.required ?? [])].sort()).toEqual(required.map(([name]) => name).sort())

    const success = operation.responses[String(call.status ?? 200)]
    expect(success?.description).toBeTruthy()
    const schema = success?.content?.[call.file ?? 'application/json']?.schema
    expect(Boolean(schema)).toBe(call.status !== 204)
    expect(Boolean(success?.headers)).toBe(Boolean(call.paged))
    expect(operation.responses.default?.content?.['application/json']?.schema.$ref).toBe('#/components/schemas/Error')
  })
}

// API-4, API-3
test('the documented error has the form of every error reply', () => {
  const { properties = {}, required } = document.components.schemas.Error ?? {}
  expect([Object.keys(properties), required]).toEqual([
    ['status', 'code', 'message', 'errors', 'current', 'ticket'],
    ['status', 'code', 'message'],
  ])
})

// LNG-4
test('every error code is listed, in snake_case', async () => {
  const { components } = (await (await app.fetch('/openapi.json')).json()) as {
    components: { schemas: { Error: { properties: { code: { enum: string[] } } } } }
  }
  const listed = components.schemas.Error.properties.code.enum
  const codes = Object.keys(readTexts('en')).filter((id) => id.startsWith('errors.'))
  expect(listed.map((code) => `errors.${code}`).sort()).toEqual(codes.sort())
  for (const code of listed) expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/)
})

// API-4
test('/docs lets people read and try the calls, and all of it loads under its policy', async () => {
  for (const address of ['/docs', '/docs/']) {
    const page = await app.fetch(address)
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("script-src 'self'")
    expect(policy).not.toMatch(/sandbox|script-src[^;]*unsafe/)
    const html = await page.text()
    const scripts = [...html.matchAll(/<script([^>]*)>([^<]*)<\/script>/g)]
    expect(scripts.length).toBeGreaterThan(0)
    for (const [, attributes = '', inline = ''] of scripts) {
      expect(inline.trim()).toBe('')
      expect(attributes).toContain('src=')
    }
    expect(html).not.toMatch(/\son\w+=/)
    for (const [, part = ''] of html.matchAll(/(?:src|href)="([^"]+)"/g)) {
      const url = new URL(part, app.url + address)
      expect(url.origin).toBe(app.url)
      expect((await app.fetch(url.pathname)).status, part).toBe(200)
    }
  }
  const served = (await (await app.fetch('/docs/json')).json()) as Document
  expect(served.paths).toEqual(document.paths)
})
