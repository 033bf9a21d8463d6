import { invalid } from './errors.ts'
import { type Fields, isFields } from './fields.ts'
import type { State } from './state.ts'

/** Settings of the account. Times in milliseconds. */
export type Settings = {
  /** Authorised payments are captured at once. An order's own setting takes precedence. */
  autoCapture: boolean
  /** A refund waits for `POST /control/refunds/:id/finish`. */
  refundsStayPending: boolean
  /** A payment without an answer from the bank becomes failed after this time. */
  silentPaymentsFailAfter: number
  /** An uncaptured authorised payment is returned after this time. */
  uncapturedRefundedAfter: number
}

const DEFAULT_SETTINGS: Settings = {
  autoCapture: true,
  refundsStayPending: false,
  silentPaymentsFailAfter: 10 * 60_000,
  uncapturedRefundedAfter: 3 * 86_400_000,
}

export function readSettings(state: State): Settings {
  return { ...DEFAULT_SETTINGS, ...(readSwitch(state, 'settings') as Partial<Settings> | null) }
}

/** Changes only the given settings. */
export function changeSettings(state: State, given: unknown): void {
  if (!isFields(given)) throw invalid('settings must be an object.', 'settings')
  for (const [name, value] of Object.entries(given)) {
    const wanted = typeof (DEFAULT_SETTINGS as Fields)[name]
    if (wanted === 'undefined') throw invalid(`There is no setting ${name}.`, name)
    if (wanted !== typeof value || (typeof value === 'number' && !(value >= 0))) {
      throw invalid(`The setting ${name} must be a ${wanted}.`, name)
    }
  }
  writeSwitch(state, 'settings', { ...readSettings(state), ...given })
}

export function readSwitch(state: State, name: string): unknown {
  const row = state.one('select value from switches where name = ?', name)
  return row ? JSON.parse(String(row.value)) : null
}

export function writeSwitch(state: State, name: string, value: unknown): void {
  state.run('insert or replace into switches (name, value) values (?, ?)', name, JSON.stringify(value))
}

export function resetSwitches(state: State): void {
  state.run('delete from switches')
}
