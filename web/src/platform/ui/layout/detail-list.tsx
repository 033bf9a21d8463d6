import { DataList } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './detail-list.module.css'

/** A list of names and values; null values are left out. */
export function DetailList({ details }: { details: [label: string, value: ReactNode][] }) {
  return (
    <DataList gap="xs" lh="inherit">
      {details.map(([label, value]) => (
        <DetailRow key={label} label={label} value={value} />
      ))}
    </DataList>
  )
}

function DetailRow({ label, value }: { label: string; value: ReactNode }) {
  if (value === null) return null
  return (
    <DataList.Item className={classes.row ?? ''}>
      <DataList.ItemLabel className={classes.label ?? ''}>{label}</DataList.ItemLabel>
      <DataList.ItemValue className={classes.value ?? ''}>
        <div className={classes.room}>{value}</div>
      </DataList.ItemValue>
    </DataList.Item>
  )
}
