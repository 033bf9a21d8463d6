import type { NeededDuty } from '@petsetu/contract/people/duties.ts'
import type { ErrorCode } from '@petsetu/contract/platform/envelope.ts'
import { describeProblem } from '@petsetu/contract/platform/problem.ts'
import type { Messages } from '@petsetu/languages/messages.ts'
import type { PlainId, Translate, Values } from '@petsetu/languages/translator.ts'
import { textsIn } from './languages/texts.ts'
import type { RejectionName } from './record-event.ts'

type Sentence = {
  sentence?: PlainId
  /** The problem of each invalid field: a message of a schema of the contract. */
  fields?: Record<string, string>
  field?: string
  values?: Record<string, string | number>
}

type Details = Sentence & {
  current?: Record<string, unknown>
  ticket?: string
  retryAfterSeconds?: number
  event?: RejectionName
  cause?: unknown
}

type Given<Code extends ErrorCode> = keyof Messages[`errors.${Code}`] extends never
  ? [details?: Details]
  : [details: Details & { values: Values<`errors.${Code}`> }]

/** The codes whose sentence needs no values. */
type PlainCode = { [Code in ErrorCode]: keyof Messages[`errors.${Code}`] extends never ? Code : never }[ErrorCode]

/**
 * An expected failure with a status and a code, whose sentence in `errors.json` a person can act on; all are sent in the reply.
 * The message is the English sentence, for the log. Anything else that is thrown is a bug: it is logged, and the reply gives no
 * details.
 */
export class HttpError<Code extends ErrorCode = ErrorCode> extends Error {
  override name = 'HttpError'
  readonly status: number
  /** It is stable and in snake_case, for programs that react to it. */
  readonly code: ErrorCode
  readonly current: Record<string, unknown> | undefined
  /** For a sign-in that needs a second factor: the proof that the password was right. */
  readonly ticket: string | undefined
  readonly retryAfterSeconds: number | undefined
  /** The event name for the security log, if somebody tried something forbidden. */
  readonly event: RejectionName | undefined
  readonly #sentence: Sentence

  constructor(status: number, code: Code, ...[details = {}]: Given<Code>) {
    super(sentenceOf(textsIn('en'), code, details), { cause: details.cause })
    this.status = status
    this.code = code
    this.current = details.current
    this.ticket = details.ticket
    this.retryAfterSeconds = details.retryAfterSeconds
    this.event = details.event
    this.#sentence = details
  }

  /** Writes the message, and one for each invalid field. */
  describe(text: Translate): { message: string; errors?: Record<string, string> } {
    const { fields, field } = this.#sentence
    const message = sentenceOf(text, this.code, this.#sentence)
    if (field) return { message, errors: { [field]: message } }
    if (!fields) return { message }
    const errors = Object.entries(fields).map(([name, problem]) => [name, describeProblem(text, problem)])
    return { message, errors: Object.fromEntries(errors) }
  }
}

function sentenceOf(text: Translate, code: ErrorCode, { sentence, fields = {}, values }: Sentence): string {
  if (sentence) return text(sentence)
  const [only, ...others] = Object.values(fields)
  if (only !== undefined && others.length === 0) return describeProblem(text, only)
  // The type of the constructor has matched the code with its values.
  return (text as (id: string, values?: object) => string)(`errors.${code}`, values)
}

const DUTY_NEEDED = {
  pets: 'dutyNeeded.pets',
  cases: 'dutyNeeded.cases',
  members: 'dutyNeeded.members',
  money: 'dutyNeeded.money',
  settings: 'dutyNeeded.settings',
  privacy: 'dutyNeeded.privacy',
  all: 'dutyNeeded.all',
} satisfies Record<Exclude<NeededDuty, 'any'>, PlainId>

export const badRequest = (code: PlainCode) => new HttpError(400, code)
export const unauthorized = () => new HttpError(401, 'not_signed_in', { event: 'access-refused' })
export const forbidden = () => new HttpError(403, 'access_denied', { event: 'access-refused' })
export const enrolmentRequired = () =>
  new HttpError(403, 'second_factor_enrolment_required', { event: 'access-refused' })
export const dutyRequired = (duty: keyof typeof DUTY_NEEDED) =>
  new HttpError(403, 'duty_required', { sentence: DUTY_NEEDED[duty], event: 'access-refused' })
export const notFound = (code: PlainCode) => new HttpError(404, code)
export const conflict = (code: PlainCode, sentence?: PlainId) => new HttpError(409, code, sentence && { sentence })
/** For an update that is based on an older version; `current` is the stored record. */
export const changedMeanwhile = (sentence: PlainId, current: Record<string, unknown>) =>
  new HttpError(409, 'changed_meanwhile', { sentence, current })
export const tooMany = (retryAfterSeconds: number) =>
  new HttpError(429, 'too_many_attempts', { retryAfterSeconds, event: 'throttled' })
export const unavailable = (retryAfterSeconds = 2) => new HttpError(503, 'busy', { retryAfterSeconds })
/** Makes the error of a limit that all visitors share, so its message blames nobody. */
export const tooManyInAll = (retryAfterSeconds: number) =>
  new HttpError(503, 'busy', { retryAfterSeconds, event: 'throttled' })

/** A setting that cannot be used. Its message is the one line that the person who starts the program reads. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** One that fails stops no other; all failures are thrown at the end as an `AggregateError` with its subject. */
export async function eachDespiteFailures<Item>(
  items: Iterable<Item>,
  ofWhat: string,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = []
  for (const item of items) {
    try {
      await work(item)
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} ${ofWhat} failed`)
}
