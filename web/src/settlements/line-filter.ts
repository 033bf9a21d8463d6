import { today } from '@petsetu/contract/dates.ts'
import { isDay } from '@petsetu/contract/is-day.ts'
import { LINE_STATES, type LineState } from '@petsetu/contract/settlements.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'
import { pageParam } from '../lib/page-param.ts'

type ShownState = LineState | 'open' | ''

/** What the address says: a month, the present one by default, and which of its lines. */
export type LineFilter = { month: string; state: ShownState; page: number }

export const STATE_TEXTS: Record<LineState, PlainId> = {
  matched: 'settlements.matched',
  different: 'settlements.different',
  unknown: 'settlements.unknown',
  missing: 'settlements.missing',
  other: 'settlements.other',
}

const SHOWN_STATES: ShownState[] = ['open', ...LINE_STATES]

export function lineFilterOf(params: URLSearchParams): LineFilter {
  const month = params.get('month') ?? ''
  return {
    month: isDay(`${month}-01`) ? month : thisMonth(),
    state: SHOWN_STATES.find((state) => state === params.get('state')) ?? '',
    page: pageParam(params),
  }
}

const thisMonth = () => today().slice(0, 7)

const MONTHS_OFFERED = 24

/** The last two years, this month first, and the chosen one. */
export function offeredMonths(chosen: string): string[] {
  const [year = 0, month = 0] = thisMonth().split('-').map(Number)
  const months = Array.from({ length: MONTHS_OFFERED }, (_, ago) =>
    new Date(Date.UTC(year, month - 1 - ago)).toISOString().slice(0, 7),
  )
  return [...new Set([...months, chosen])].toSorted().reverse()
}
