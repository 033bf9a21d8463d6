import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { callsByNoun } from '@petsetu/contract/calls.ts'
import { attachmentFile } from '@petsetu/contract/complaints/complaint-schemas.ts'
import type { Example } from '@petsetu/contract/examples/example.ts'
import { exampleOf } from '@petsetu/contract/examples/examples.ts'
import { paths as pages } from '@petsetu/contract/paths.ts'
import { photoFileRoute } from '@petsetu/contract/pets/photos.ts'
import type { Call } from '@petsetu/contract/platform/call.ts'
import { ErrorReply } from '@petsetu/contract/platform/envelope.ts'
import { once } from '@petsetu/contract/platform/once.ts'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { PAGE_CSP } from '../../platform/http/headers/security-headers.ts'
import { IDEMPOTENCY_KEY_PATTERN } from '../../platform/http/routing/idempotency.ts'
import { errorCodes } from '../../platform/languages/texts.ts'

/** Serves `/openapi.json`, generated from the schemas of the calls, and `/docs`, a page to read and try it. */
export async function apiDocs(app: FastifyInstance, publicUrl: string): Promise<void> {
  const document = openApiDocument(publicUrl)
  await app.register(swagger, { mode: 'static', specification: { document: document as never } })
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: PAGE_CSP,
    theme: { title: 'PetSetu API' },
    uiConfig: { validatorUrl: null },
  })
  // Printed once: a third of a megabyte for each reader would stay in memory until it is sent.
  const printed = once(() => Buffer.from(JSON.stringify(document)))
  app.get('/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache').send(printed()),
  )
}

function openApiDocument(publicUrl: string): Record<string, unknown> {
  // Generated on first use, because it takes a tenth of the start time.
  const paths = once(printedPaths)
  return {
    openapi: '3.1.0',
    info: {
      title: 'PetSetu',
      version: '1.0.0',
      license: { name: 'All rights reserved', url: new URL(pages.terms.to({}), publicUrl).href },
      description:
        'Pet tags, complaints and memberships. Sign in at /auth/signin and send the accessToken as a bearer token. An admin has all duties (pets, cases, members, money, settings, privacy) or some of them; x-duty names the one that a call needs, where any admin may make it `any`, and `all` where all are needed. Where others may make the call too, an admin without the duty is treated as one of them. Every error has the form {status: "error", code, message, errors?}: code is stable, message and errors are in the language of the request (lang in the address or a cookie, the account, Accept-Language).',
    },
    servers: [{ url: publicUrl }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    get paths() {
      return paths()
    },
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Error: errorSchema() },
    },
  }
}

const TAGS: Record<keyof typeof callsByNoun, string> = {
  auth: 'Sign up, sign in and sign out.',
  recovery: 'A forgotten password, the confirmation of an e-mail address, and taking back its change.',
  account: 'The account of whoever is signed in.',
  devices: 'The devices on which somebody is signed in.',
  push: 'Notices on a phone or computer without an open page: which browsers get which.',
  privacy: 'Copies, corrections and erasure of personal data, and the consents behind them.',
  corrections: 'Corrections of what donations, memberships and complaints say about their person.',
  grievances: 'Grievances about the foundation: the register, acknowledgements and answers.',
  breaches: 'The breach book: what happened to personal data, whom it concerns, steps, and letters.',
  factors: 'The second factor of an account, and its recovery codes.',
  passkeys: 'The passkeys of an account, and signing in with one.',
  care: 'Vaccinations, treatments and weights of a pet, and a calendar of what is due.',
  community: 'Animals of the street, their wards and their carers.',
  scans: 'The days and places at which a tag was scanned.',
  pets: 'Pets and what is known of them.',
  photos: 'Photos of pets.',
  lost: 'Pets that are lost, and the public list of them.',
  prints: 'Posters and cards of pets as PDF.',
  found: 'Conversations between owners and whoever found a pet.',
  tags: 'QR tags, their batches and sheets to print.',
  camps: 'Helpers at a camp for animals of the street: scan, do one kind of work after another, send it once.',
  campAdmin: 'Camps for animals of the street, and their reports.',
  petImports: 'Pets from a CSV file: checked, imported, undone.',
  users: 'Accounts, for admins.',
  complaints: 'Complaints: filing, correcting, reading and their status.',
  cases: 'The work on complaints: notes, due days, assignment, merging.',
  follow: 'A complaint as the one who filed it follows it, without an account.',
  caseNotices: 'Notices about one complaint, for whoever has its link.',
  payments: 'Orders and payments at the provider, refunds, and its webhooks.',
  links: 'Links that pay for one thing: made by admins, used by whoever has one.',
  plans: 'Plans of membership.',
  memberships: 'Memberships, their cards and their check.',
  memberImports: 'Members from a CSV file: checked, imported, undone.',
  donations: 'Donations, and the yearly statement for the tax office.',
  receipts: 'Receipts of payments and refunds.',
  reports: 'Figures about members and money.',
  desk: 'Cash, cheques and transfers that are taken at the desk.',
  cashSheet: 'The cash that an admin holds, and handing it over.',
  settlements: 'Transfers of the provider to the bank, compared with the payments.',
  books: 'Financial years: what moved in them, and closing their books.',
  dashboard: 'Figures and open work of the admin area.',
  search: 'One search over pets, people, complaints and payments.',
  mails: 'Mails that were sent, and addresses that refused them.',
  foundation: 'Settings of the foundation.',
  audit: 'Changes that admins made.',
  consents: 'What people agreed to, and the texts that they read or heard.',
}

function errorSchema(): object {
  const schema = schemaOf(ErrorReply, 'output') as { properties: Record<string, object> }
  return { ...schema, properties: { ...schema.properties, code: { type: 'string', enum: errorCodes() } } }
}

function printedPaths(): Record<string, Record<string, unknown>> {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [noun, calls] of Object.entries(callsByNoun)) {
    for (const [name, call] of Object.entries<Call>(calls)) {
      paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operation(noun, name, call) }
    }
  }
  return {
    ...paths,
    [attachmentFile.path]: { get: attachmentOperation() },
    [photoFileRoute.path]: { get: photoOperation() },
  }
}

function attachmentOperation(): Record<string, unknown> {
  return {
    operationId: 'complaints.readAttachment',
    tags: ['complaints'],
    summary: attachmentFile.summary,
    description: WHO_MAY.admin,
    'x-duty': attachmentFile.duty,
    security: [{ bearer: [] }, {}],
    parameters: [...parametersOf(attachmentFile.params, 'path'), ...parametersOf(attachmentFile.query, 'query')],
    responses: fileResponses(attachmentFile.types, [401, 403, 404]),
  }
}

function photoOperation(): Record<string, unknown> {
  return {
    operationId: 'photos.readFile',
    tags: ['photos'],
    summary: photoFileRoute.summary,
    description: WHO_MAY.anyone,
    security: [],
    parameters: parametersOf(photoFileRoute.params, 'path'),
    responses: fileResponses(photoFileRoute.types, [404]),
  }
}

function fileResponses(types: string[], refusals: number[]): Record<string, unknown> {
  const file = { schema: { type: 'string', format: 'binary' } }
  return {
    200: { description: 'Done', content: Object.fromEntries(types.map((type) => [type, file])) },
    ...refused(refusals),
  }
}

function operation(noun: string, name: string, call: Call): Record<string, unknown> {
  const status = String(call.status ?? 200)
  const example = exampleOf(noun, name)
  return {
    operationId: `${noun}.${name}`,
    tags: [noun],
    summary: call.summary,
    description: WHO_MAY[call.access],
    ...(call.duty && { 'x-duty': call.duty }),
    security: call.access === 'anyone' ? [] : [{ bearer: [] }],
    parameters: [
      ...parametersOf(call.params, 'path', example.params),
      ...parametersOf(call.query, 'query', example.query),
      ...(call.idempotent ? [{ ...IDEMPOTENCY_KEY, example: example.idempotencyKey }] : []),
    ],
    ...requestBodyOf(call, example.body),
    responses: {
      [status]: {
        description: 'Done',
        ...(status !== '204' && {
          content: { [call.file ?? 'application/json']: { schema: schemaOf(call.reply, 'output') } },
        }),
        ...(call.paged && {
          headers: {
            'X-Total-Count': {
              description: 'With page or limit: how many there are in all',
              schema: { type: 'integer' },
            },
          },
        }),
      },
      ...refusalsOf(call),
    },
  }
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Made by the client, once for what shall happen once. A repeat with the same content answers what the first created; other content is refused with 409 and the code different_content.',
  schema: { type: 'string', pattern: IDEMPOTENCY_KEY_PATTERN.source },
}

const WHO_MAY: Record<Call['access'], string> = {
  anyone: 'For anyone.',
  'signed-in': 'For anyone who is signed in.',
  user: 'For users.',
  admin: 'For admins.',
  owner: 'For the owner and admins; 404 for everybody else.',
}

function requestBodyOf(call: Call, example: Example['body']): Record<string, unknown> {
  if (call.raw) return { requestBody: { required: true, content: jsonOf({ type: 'object' }) } }
  if (!call.body) return {}
  const schema = schemaOf(call.body, 'input')
  if (!call.multipart) {
    const withoutFiles = call.plainForm === null && { 'application/x-www-form-urlencoded': { schema } }
    const forms = call.plainForm ? formOf(schema, call.plainForm) : withoutFiles
    return { requestBody: { required: true, content: { ...jsonOf(schema, example), ...forms } } }
  }
  return { requestBody: { required: true, content: formOf(schema, call.multipart, example, call.moreFiles) } }
}

function formOf(
  schema: ReturnType<typeof schemaOf>,
  field: string,
  example?: Example['body'],
  more?: Call['moreFiles'],
) {
  const file = { type: 'string', contentMediaType: 'application/octet-stream' }
  const files = more && { [more.name]: { type: 'array', items: file, maxItems: more.max } }
  const form = { ...schema, properties: { ...schema.properties, [field]: file, ...files } }
  return { 'multipart/form-data': { schema: form, ...(example !== undefined && { example }) } }
}

/** The replies to requests that are refused, by status: those that follow from the facts of a call, and any other. */
function refusalsOf(call: Call): Record<string, unknown> {
  const statuses = {
    400: call.params || call.query || call.body || call.raw,
    401: !call.ignoresDeadToken,
    403: call.access === 'admin' || call.access === 'user',
    404: call.params,
    409: call.idempotent,
    413: call.body || call.raw,
  }
  const given = Object.entries(statuses).filter(([, isGiven]) => isGiven)
  return refused(given.map(([status]) => Number(status)))
}

const REFUSED: Record<number, string> = {
  400: 'The request is not valid: errors names the fields',
  401: 'Nobody is signed in, or the token is not known any more',
  403: 'The account may not do this',
  404: 'There is none, or it belongs to somebody else',
  409: 'It does not fit what was saved meanwhile',
  413: 'The body is too large',
}

function refused(statuses: number[]): Record<string, unknown> {
  const content = jsonOf({ $ref: '#/components/schemas/Error' })
  const replies = statuses.map((status) => [status, { description: REFUSED[status], content }])
  return { ...Object.fromEntries(replies), default: { description: 'Refused', content } }
}

function jsonOf(schema: unknown, example?: unknown) {
  return { 'application/json': { schema, ...(example !== undefined && { example }) } }
}

function parametersOf(
  schema: z.ZodObject | undefined,
  where: 'path' | 'query',
  example: Record<string, unknown> = {},
): unknown[] {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input')
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: property,
    ...(name in example && { example: example[name] }),
  }))
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output') {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: nameProperties })
  return rest
}

/** A record whose keys are known is an object with these properties: a generated client then knows them. */
function nameProperties({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  const { propertyNames, additionalProperties } = jsonSchema
  const names = typeof propertyNames === 'object' ? propertyNames.enum : undefined
  if (!names || typeof additionalProperties !== 'object') return
  jsonSchema.properties = Object.fromEntries(names.map((name) => [name, additionalProperties]))
  delete jsonSchema.propertyNames
  jsonSchema.additionalProperties = false
}
