import { DataList } from '@mantine/core'
import type { ReactNode } from 'react'

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
    // The value has its own line where both have no room beside each other.
    <DataList.Item style={{ flexWrap: 'wrap', gap: '2px 16px' }}>
      <DataList.ItemLabel w={140}>{label}</DataList.ItemLabel>
      <DataList.ItemValue flex="1 1 12rem" miw={0} style={VALUE}>
        {value}
      </DataList.ItemValue>
    </DataList.Item>
  )
}

const VALUE = { overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' } as const
