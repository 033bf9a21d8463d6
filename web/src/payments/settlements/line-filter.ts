import { LINE_STATES, LineOrder, type LineState } from '@petsetu/contract/payments/settlements.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import { isDay } from '@petsetu/contract/platform/is-day.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'
import { type FilterOf, fieldFrom, listFilter } from '../../platform/lists/list-filter.ts'

export const STATE_TEXTS: Record<LineState, PlainId> = {
  matched: 'settlements.matched',
  different: 'settlements.different',
  unknown: 'settlements.unknown',
  missing: 'settlements.missing',
  other: 'settlements.other',
}

const month = fieldFrom((text) => (isDay(`${text}-01`) ? text : null))

const SHOWN_STATES = ['open', ...LINE_STATES] as const
const state = fieldFrom((text) => SHOWN_STATES.find((one) => one === text) ?? null)

/** A month, the present one by default, and which of its lines. */
export const { filterIn, addressOf, queryOf } = listFilter({ month, state, sort: LineOrder }, () => ({
  month: thisMonth(),
}))

export type LineFilter = FilterOf<{ filterIn: typeof filterIn }>

/** The filter as the CSV takes it, which comes newest first. */
export function csvQueryOf(filter: LineFilter) {
  return queryOf({ ...filter, sort: '' })
}

function thisMonth(): string {
  return today().slice(0, 7)
}

const MONTHS_OFFERED = 24

/** The last two years, this month first, and the chosen one. */
export function offeredMonths(chosen: string): string[] {
  const [year = 0, month = 0] = thisMonth().split('-').map(Number)
  const months = Array.from({ length: MONTHS_OFFERED }, (_, ago) =>
    new Date(Date.UTC(year, month - 1 - ago)).toISOString().slice(0, 7),
  )
  return [...new Set([...months, chosen])].sort().reverse()
}
