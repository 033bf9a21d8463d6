import { allCalls } from '@petsetu/contract/calls.ts'
import { type PageName, paths, type ShellPage } from '@petsetu/contract/paths.ts'
import { CAMP_KINDS } from '@petsetu/contract/pets/camps/camp-kinds.ts'
import type { Call, Reply } from '@petsetu/contract/platform/call.ts'
import type { z } from 'zod'
import { FakeServer, listed } from './fake-server.ts'
import { ADMIN, OWNER } from './open-page.tsx'

type Options = {
  /** Stands in every field that people fill in; each field takes the next one. */
  texts?: string[]
  /** The length of each list. */
  rows?: number
}

const SAMPLE_TAG = 'ABCDEFGHJKLM'
const TAG_LETTERS = 'MNPQRSTUVWXYZABCDEFGHJK'
const TOKEN = 'x'.repeat(22)

const BY_NAME: [RegExp, string][] = [
  [/^at$|(_at|At)$/, '2026-01-05T08:00:00.000Z'],
  [/^language$/, 'en'],
  [/^color$/, '#aabbcc'],
  [/^path$|_path$|Path$/, '/account'],
  [/^(href|url|small|medium|large)$|_url$|Url$/, '/drawing-pets.svg'],
  [/email|Email|^to_address$/, 'owner@example.org'],
]

/** The pages that the browser renders, except one that only redirects. */
export const SHELL_PAGES = (Object.keys(paths) as PageName[]).filter(
  (name): name is Exclude<ShellPage, 'dashboard'> => paths[name].rendered !== 'whole' && paths[name].area !== undefined,
)

/** Answers every call with a reply that fills every field, so that any page can be opened without a server of its own. */
export function serverOfSamples({ texts = ['मोती'], rows = 2 }: Options = {}): FakeServer {
  const server = new FakeServer()
  const sampler = new Sampler(texts, rows)
  // A path without parameters comes before one that would match it, too.
  const ofParameters = ({ path }: Call) => path.split('{').length
  for (const call of allCalls.toSorted((one, other) => ofParameters(other) - ofParameters(one))) {
    // The account is the one that is signed in.
    if (call.path === '/api/account') continue
    server.on(call, (request) => {
      const reply = withIdOf(request, sampler.value(call.reply, '', 0)) as Reply<Call>
      return call.paged ? listed(reply, (reply as unknown[]).length) : reply
    })
  }
  return server
}

/** A record has the id by which the page asked for it. */
function withIdOf(request: object, reply: unknown): unknown {
  const { params: { id } = {} } = request as { params?: { id?: string } }
  const isRecord = typeof reply === 'object' && reply !== null && 'id' in reply && typeof reply.id === 'number'
  return isRecord && Number.isInteger(Number(id)) ? { ...reply, id: Number(id) } : reply
}

/** A reply to a call, for a test that changes what matters to it. */
export function sampleOf<C extends Call>(call: C, { texts = ['मोती'], rows = 2 }: Options = {}): Reply<C> {
  return new Sampler(texts, rows).value(call.reply, '', 0) as Reply<C>
}

/** The address of a page about a sample. */
export function sampleAddress(name: PageName): string {
  const values: Record<string, string> = { id: '1', token: TOKEN, area: 'pets', petId: SAMPLE_TAG, purpose: 'donation' }
  return paths[name].pattern.replace(/\{(\w+)\}/g, (_, parameter: string) =>
    name === 'petFormFor' ? '1' : (values[parameter] ?? ''),
  )
}

/** The person who sees a page. */
export function viewerOf(name: PageName) {
  const { who } = paths[name]
  if (who === 'anyone') return {}
  return { as: who === 'admin' ? ADMIN : OWNER }
}

type Definition = {
  type: string
  shape?: Record<string, z.ZodType>
  element?: z.ZodType
  items?: z.ZodType[]
  innerType?: z.ZodType
  in?: z.ZodType
  options?: z.ZodType[]
  entries?: Record<string, string>
  values?: unknown[]
  keyType?: z.ZodType
  valueType?: z.ZodType
}

const A_DAY =
  /^(day|week|monday|from|to|until|born|since|before|after)$|^date_of_|([dD]ate|_on|On|_day|Day|_until|Until|From|Due)$/
const A_MONTH = /^months?$|^month_before$/
const A_TAG = /^(petId|pet_id|tag)$/

class Sampler {
  readonly #texts: string[]
  readonly #rows: number
  #numbers = 0
  #textsUsed = 0

  constructor(texts: string[], rows: number) {
    this.#texts = texts
    this.#rows = rows
  }

  /** A value of this schema. Rows of a list differ in what they choose from a set of values. */
  value(schema: z.ZodType, name: string, row: number): unknown {
    const def = schema._zod.def as unknown as Definition
    const inner = def.innerType ?? def.in
    if (inner) return this.value(inner, name, row)
    switch (def.type) {
      case 'object':
        return this.#object(def, row)
      case 'array':
        return Array.from(
          { length: this.#lengthOf(name) },
          (_, index) => def.element && this.value(def.element, name, index),
        )
      case 'tuple':
        return def.items?.map((item) => this.value(item, name, row))
      case 'union':
        return this.#oneOf(def.options ?? [], row, (option) => this.value(option, name, row))
      case 'enum':
        return this.#oneOf(Object.values(def.entries ?? {}), row, (entry) => entry)
      case 'literal':
        return def.values?.[0]
      case 'record':
        return this.#record(def, row)
      case 'string':
        return this.#text(name, row)
      case 'number':
        return this.#number(name, row)
      case 'boolean':
        return row % 2 === 0
      case 'void':
        return undefined
      default:
        return null
    }
  }

  /** A camp names each kind of its work once. */
  #lengthOf(name: string): number {
    return name === 'kinds' ? Math.min(this.#rows, CAMP_KINDS.length) : this.#rows
  }

  #object({ shape = {} }: Definition, row: number): Record<string, unknown> {
    const fields = Object.entries(shape).filter(([field]) => field !== 'duties')
    const object = Object.fromEntries(fields.map(([field, part]) => [field, this.value(part, field, row)]))
    // The title of an approval that ends is its last day.
    if (object.kind === 'approval') return { ...object, title: this.#text('until', row) }
    // That of held mails is their number.
    return object.kind === 'held-mails' ? { ...object, title: String(row + 1) } : object
  }

  #oneOf<T>(options: T[], row: number, make: (option: T) => unknown): unknown {
    return make(options[row % options.length] as T)
  }

  #record({ keyType, valueType }: Definition, row: number): Record<string, unknown> {
    const { entries } = (keyType?._zod.def ?? {}) as Definition
    const names = entries ? Object.values(entries) : ['other']
    return Object.fromEntries(names.map((name) => [name, valueType && this.value(valueType, name, row)]))
  }

  #text(name: string, row: number): string {
    if (name === 'id') return String(++this.#numbers)
    if (A_DAY.test(name)) return new Date(Date.UTC(2026, 0, 5 + row)).toISOString().slice(0, 10)
    if (A_MONTH.test(name)) return new Date(Date.UTC(2026, row)).toISOString().slice(0, 7)
    if (A_TAG.test(name)) return SAMPLE_TAG.slice(0, -1) + (TAG_LETTERS[row % TAG_LETTERS.length] ?? '')
    const sample = BY_NAME.find(([names]) => names.test(name))?.[1]
    if (sample) return sample
    // No two texts are alike, because some are keys.
    const text = `${this.#texts[this.#textsUsed % this.#texts.length]} ${++this.#textsUsed}`
    // The features of a plan are an array in a text.
    return name === 'features' ? JSON.stringify([text]) : text
  }

  #number(name: string, row: number): number {
    if (/id$/i.test(name)) return ++this.#numbers
    if (name === 'year') return 2025 - row
    if (name === 'lat' || name === 'lon') return 18.5
    return name === 'last_page' || name === 'page' || name === 'version' ? 1 : 40
  }
}
