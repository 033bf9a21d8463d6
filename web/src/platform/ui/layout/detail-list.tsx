import type { ReactNode } from 'react'
import classes from './detail-list.module.css'

/** A list of names and values; null values are left out. */
export function DetailList({ details }: { details: [label: string, value: ReactNode][] }) {
  return (
    <dl className={classes.facts}>
      {details.map(([label, value]) => (
        <DetailRow key={label} label={label} value={value} />
      ))}
    </dl>
  )
}

function DetailRow({ label, value }: { label: string; value: ReactNode }) {
  if (value === null) return null
  return (
    <div className={classes.fact}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}
