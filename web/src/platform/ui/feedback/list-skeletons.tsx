import { Paper, SimpleGrid, Skeleton, Stack } from '@mantine/core'
import '@mantine/core/styles/Skeleton.css'
import type { ReactNode } from 'react'
import { useText } from '../../languages/use-text.tsx'
import classes from './list-skeletons.module.css'

export function CardGridSkeleton({ count = 6 }: { count?: number }) {
  return (
    <Waiting>
      <SimpleGrid minColWidth="min(100%, 280px)" spacing="md">
        {sequence(count).map((number) => (
          <Card key={number} gap={10}>
            <Skeleton circle height={52} />
            <Skeleton height={20} width="60%" />
            <Skeleton height={16} width="80%" />
            <Skeleton height={44} mt={12} />
          </Card>
        ))}
      </SimpleGrid>
    </Waiting>
  )
}

export function TableSkeleton({ rows = 8 }: { rows?: number }) {
  return (
    <Waiting>
      <Card gap="sm">
        {sequence(rows).map((number) => (
          <Skeleton key={number} className={classes.line} />
        ))}
      </Card>
    </Waiting>
  )
}

export function FormSkeleton({ fields = 6 }: { fields?: number }) {
  return (
    <Waiting>
      <Card gap={20} maw={720}>
        {sequence(fields).map((number) => (
          <div key={number}>
            <Skeleton height={16} width={120} mb={8} />
            <Skeleton height={44} />
          </div>
        ))}
      </Card>
    </Waiting>
  )
}

function Card({ gap, maw, children }: { gap: string | number; maw?: number; children: ReactNode }) {
  return (
    <Paper withBorder shadow="sm" radius="lg" p={20} maw={maw}>
      <Stack gap={gap}>{children}</Stack>
    </Paper>
  )
}

function Waiting({ children }: { children: ReactNode }) {
  const text = useText()
  return (
    <div role="status" aria-busy="true">
      <span className="visually-hidden">{text('firstLoad.loading')}</span>
      <div aria-hidden>{children}</div>
    </div>
  )
}

function sequence(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index)
}
