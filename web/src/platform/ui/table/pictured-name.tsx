import { Group } from '@mantine/core'
import type { ReactNode } from 'react'

/** The name of a row with its small picture before it. */
export function PicturedName({ children }: { children: ReactNode }) {
  return (
    <Group component="span" display="inline-flex" gap="xs" miw={0} wrap="nowrap" style={{ verticalAlign: 'middle' }}>
      {children}
    </Group>
  )
}
