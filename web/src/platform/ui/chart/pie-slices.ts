import { formatPercent } from '@petsetu/languages/figures.ts'
import { arc, pie } from 'd3-shape'

/** `colour` is a CSS colour. */
export type Share = { label: string; count: number; colour: string }

/** A share with its outline around the centre of the picture, and its part of the whole in percent. */
export type Slice = Share & { outline: string; percent: string }

const layOut = pie<Share>()
  .value((share) => share.count)
  // Keeps the given order, clockwise from the top, because the order has a meaning.
  .sort(null)

/** The slices of a pie with this radius, in the given order. A share of zero has an empty slice. */
export function slicesOf(shares: Share[], radius: number): Slice[] {
  const total = shares.reduce((sum, share) => sum + share.count, 0)
  const draw = arc<{ startAngle: number; endAngle: number }>().innerRadius(0).outerRadius(radius)
  return layOut(shares).map(({ data, startAngle, endAngle }) => ({
    ...data,
    outline: data.count > 0 ? (draw({ startAngle, endAngle }) ?? '') : '',
    percent: formatPercent(total > 0 ? data.count / total : 0),
  }))
}
