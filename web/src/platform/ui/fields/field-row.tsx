import { SimpleGrid } from '@mantine/core'
import type { ReactNode } from 'react'

/** Fields beside each other, as many as there is room for. */
export function FieldRow({ children }: { children: ReactNode }) {
  return (
    <SimpleGrid minColWidth="min(100%, 220px)" autoFlow="auto-fit" style={{ alignItems: 'start' }}>
      {children}
    </SimpleGrid>
  )
}
