import { formatCount } from './formats.ts'

/** A share of a whole in percent: 0.125 is 12.5%. The same in all languages. */
export function formatPercent(share: number): string {
  const options = { style: 'percent', maximumFractionDigits: 1 } as const
  return new Intl.NumberFormat('en-IN', options).format(share)
}

/** Like `counted`, for what was counted up to `max` only: there may be more, which is written as 1,000+. */
export function countedUpTo(count: number, max: number): { count: number; shown: string } {
  return { count, shown: count >= max ? `${formatCount(max)}+` : formatCount(count) }
}
