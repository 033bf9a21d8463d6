import { formatCount } from '@petsetu/languages/formats.ts'
import card from '../layout/card.module.css'
import { ChartTable } from './chart-table.tsx'
import classes from './pie-chart.module.css'
import { type Share, slicesOf } from './pie-slices.ts'

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
