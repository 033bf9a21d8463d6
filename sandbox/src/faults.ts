import { invalid } from './errors.ts'
import { type Fields, isFields, rejectOthers } from './fields.ts'
import type { State } from './state.ts'
import { readSwitch, writeSwitch } from './switches.ts'

/**
 * `slow`, `nonsense`, `wrong-amount` and `cut-after` do the work and then answer badly; the others refuse before it.
 */
const API_FAULTS = [
  'slow',
  'status500',
  'status429',
  'html',
  'cut-before',
  'cut-after',
  'nonsense',
  'wrong-amount',
] as const

const WEBHOOK_FAULTS = ['lost', 'doubled', 'reordered', 'late', 'bad-signature'] as const

/**
 * `refuse` (4xx) and `reject` (5xx) keep nothing; `delay` and `drop-after-data` keep the mail and then answer late or never. While
 * `away` is on, nobody can connect.
 */
const MAIL_FAULTS = ['refuse', 'reject', 'delay', 'drop-after-data', 'away'] as const

/** `hang` never answers, `cut-after` takes the notice without an answer, `redirect` sends to another address; the others refuse. */
const PUSH_FAULTS = ['hang', 'cut-before', 'cut-after', 'redirect', 'status403', 'status429', 'status500'] as const

/** `only` limits it to one operation, event or address; `times` is how often it still applies, null for always. `ms` is the delay. */
export type Fault<Kind extends string> = { fault: Kind; ms: number; only: string | null; times: number | null }
export type ApiFault = Fault<(typeof API_FAULTS)[number]>
export type WebhookFault = Fault<(typeof WEBHOOK_FAULTS)[number]>
export type MailFault = Fault<(typeof MAIL_FAULTS)[number]>
type PushFault = Fault<(typeof PUSH_FAULTS)[number]>

/** The name of a fault's `only` in the control call. */
const ONLY = { api: 'operation', webhooks: 'event', mail: 'to', push: 'device' } as const
const KINDS = { api: API_FAULTS, webhooks: WEBHOOK_FAULTS, mail: MAIL_FAULTS, push: PUSH_FAULTS }
const MS = 2_000

type Group = keyof typeof ONLY

/** The fault for this call, if any; uses up one of its `times`. */
export function takeApiFault(state: State, operation: string): ApiFault | null {
  return takeFault(state, 'api', ({ only }) => only === null || only === operation) as ApiFault | null
}

export function takeWebhookFault(state: State, event: string): WebhookFault | null {
  return takeFault(state, 'webhooks', ({ only }) => only === null || only === event) as WebhookFault | null
}

/** The refusal of one address, which its `RCPT TO` is answered with. */
export function takeRecipientFault(state: State, address: string): MailFault | null {
  const concerns = ({ fault, only }: Fault<string>) =>
    (fault === 'refuse' || fault === 'reject') && only === address.toLowerCase()
  return takeFault(state, 'mail', concerns) as MailFault | null
}

/** Takes the next fault of a whole mail, once it has been sent with `DATA`. */
export function takeMailFault(state: State, addresses: string[]): MailFault | null {
  const recipients = addresses.map((address) => address.toLowerCase())
  const concerns = ({ fault, only }: Fault<string>) => fault !== 'away' && (only === null || recipients.includes(only))
  return takeFault(state, 'mail', concerns) as MailFault | null
}

export function takePushFault(state: State, device: string): PushFault | null {
  return takeFault(state, 'push', ({ only }) => only === null || only === device) as PushFault | null
}

export function isMailAway(state: State): boolean {
  return readFaults(state, 'mail').some(({ fault }) => fault === 'away')
}

export function readFaults(state: State, group: Group): Fault<string>[] {
  return (readSwitch(state, group) as Fault<string>[] | null) ?? []
}

/**
 * Replaces a group's faults by those given: a name, an object, a list of these, or null for none. `onlyNames` are the operations or
 * events that there are; null for any address.
 */
export function changeFaults(state: State, group: Group, given: unknown, onlyNames: readonly string[] | null): void {
  const list = given === null ? [] : Array.isArray(given) ? given : [given]
  const faults = list.map((fault) => readFault(group, typeof fault === 'string' ? { fault } : fault, onlyNames))
  writeSwitch(state, group, faults)
}

function readFault(group: Group, given: unknown, onlyNames: readonly string[] | null): Fault<string> {
  const kinds: readonly string[] = KINDS[group]
  if (!isFields(given)) throw invalid(`${group} must be a fault's name, an object or a list of these.`, group)
  rejectOthers(given, ['fault', 'ms', ONLY[group], 'times'])
  const { fault, ms = MS, times = null } = given as Fields
  const only = (given as Fields)[ONLY[group]] ?? null
  if (typeof fault !== 'string' || !kinds.includes(fault))
    throw invalid(`The fault must be one of ${kinds.join(', ')}.`)
  if (typeof ms !== 'number' || !(ms >= 0)) throw invalid('The ms must be a number of milliseconds.')
  if (times !== null && !(Number.isInteger(times) && Number(times) > 0)) throw invalid('The times must be 1 or more.')
  if (only !== null && onlyNames && !onlyNames.includes(String(only))) {
    throw invalid(`The ${ONLY[group]} must be one of ${onlyNames.join(', ')}.`)
  }
  if (fault === 'away' && (only !== null || times !== null)) {
    throw invalid('The fault away concerns everybody, until it is switched off.')
  }
  return { fault, ms, only: readOnly(group, only), times: times === null ? null : Number(times) }
}

function readOnly(group: Group, only: unknown): string | null {
  if (only === null) return null
  return group === 'mail' ? String(only).toLowerCase() : String(only)
}

function takeFault(state: State, group: Group, concerns: (fault: Fault<string>) => boolean): Fault<string> | null {
  const faults = readFaults(state, group)
  const matching = faults.find(concerns)
  if (!matching) return null
  if (matching.times !== null) {
    matching.times -= 1
    writeSwitch(
      state,
      group,
      faults.filter(({ times }) => times !== 0),
    )
  }
  return matching
}
