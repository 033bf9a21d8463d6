import { formatCount } from '@petsetu/languages/formats.ts'
import card from '../layout/card.module.css'
import classes from './pie-chart.module.css'
import { type Share, slicesOf } from './pie-slices.ts'

const RADIUS = 80
// Half of a slice's border is drawn outside the slice.
const EXTENT = RADIUS + 1

/** A pie chart, with the same data as text beside it. */
export function PieChart({ title, shares }: { title: string; shares: Share[] }) {
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
        {slices.map(({ label, colour, outline }) => (
          <path key={label} className={classes.slice} d={outline} fill={colour} strokeWidth={1} />
        ))}
      </svg>
      <ul className={classes.legend}>
        {slices.map(({ label, count, colour, percent }) => (
          <li key={label}>
            <span className={classes.swatch} style={{ background: colour }} />
            <span className={classes.label}>{label}</span>
            <strong>{formatCount(count)}</strong>
            <span className={classes.percent}>{percent}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
