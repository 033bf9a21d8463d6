import { formatPercent } from '@petsetu/languages/figures.ts'
import { formatCount } from '@petsetu/languages/formats.ts'
import { arc, pie } from 'd3-shape'
import card from '../layout/card.module.css'
import { ChartTable } from './chart-table.tsx'
import classes from './pie-chart.module.css'

const RADIUS = 80
// Half of a slice's border is drawn outside the slice.
const EXTENT = RADIUS + 1

type Props = {
  title: string
  shares: (Share & { isChosen: boolean; onChoose: () => void })[]
  /** The words that open the table behind the chart, and the heads of its columns. */
  tableLabel: string
  nameHead: string
  countHead: string
  shareHead: string
}

/** A pie chart with its data as text beside it and as a table. A slice, or its text, chooses what it counts. */
export function PieChart({ title, shares, tableLabel, nameHead, countHead, shareHead }: Props) {
  const slices = slicesOf(shares, RADIUS)
  return (
    <div className={`${card.card} ${classes.chart}`}>
      <h2 className={classes.title}>{title}</h2>
      <svg
        className={classes.pie}
        viewBox={`${-EXTENT} ${-EXTENT} ${EXTENT * 2} ${EXTENT * 2}`}
        aria-hidden="true"
        focusable="false"
      >
        <circle className={classes.ground} r={RADIUS} />
        {slices.map(({ label, count, percent, colour, outline }, place) => (
          // biome-ignore lint/a11y/noStaticElementInteractions: for a pointer only; the text beside it is the same choice as a button.
          <path
            key={label}
            className={classes.slice}
            d={outline}
            fill={colour}
            strokeWidth={1}
            onClick={shares[place]?.onChoose}
          >
            <title>{`${label} ${formatCount(count)} (${percent})`}</title>
          </path>
        ))}
      </svg>
      <ul className={classes.legend}>
        {slices.map(({ label, count, colour, percent }, place) => (
          <li key={label}>
            <button
              type="button"
              aria-pressed={shares[place]?.isChosen}
              disabled={count === 0 && !shares[place]?.isChosen}
              onClick={shares[place]?.onChoose}
            >
              <span className={classes.swatch} style={{ background: colour }} />
              <span className={classes.label}>{label}</span>
              <strong>{formatCount(count)}</strong>
              <span className={classes.percent}>{percent}</span>
            </button>
          </li>
        ))}
      </ul>
      <ChartTable
        label={tableLabel}
        caption={title}
        heads={[nameHead, countHead, shareHead]}
        rows={slices.map(({ label, count, percent }) => [label, formatCount(count), percent])}
      />
    </div>
  )
}

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
