import { SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { shownWords } from '@petsetu/contract/platform/removed.ts'
import { IconAlertTriangle, IconClock } from '@tabler/icons-react'
import type { ComponentProps, ReactNode } from 'react'
import { useText } from '../../languages/use-text.tsx'
import { StatusBadge } from '../feedback/status-badge.tsx'
import card from './card.module.css'
import classes from './case-columns.module.css'

type PanelProps = {
  /** An anchor to which the page links. */
  id?: string
  /** The heading, which names the region for a screen reader, too. */
  title: string
  /** The name of the region alone, without a heading. */
  isUntitled?: boolean
  /** It holds what is to be done next. */
  isNext?: boolean
  /** The props of the form that the panel is. */
  form?: Pick<ComponentProps<'form'>, 'ref' | 'noValidate' | 'onSubmit'>
  children: ReactNode
}

/** A card of a page about one record. */
export function Panel({ id, title, isUntitled = false, isNext = false, form, children }: PanelProps) {
  const content = (
    <Stack gap="md" style={{ overflowWrap: 'anywhere' }}>
      {!isUntitled && (
        <Title order={2} fz={20}>
          {title}
        </Title>
      )}
      {children}
    </Stack>
  )
  if (form)
    return (
      <form {...form} className={card.card} aria-label={title}>
        {content}
      </form>
    )
  return (
    <section id={id} className={isNext ? `${card.card} ${card.next}` : card.card} aria-label={title}>
      {content}
    </section>
  )
}

type ColumnsProps = { children: ReactNode; areLevel?: boolean; hasWideFirst?: boolean }

/** Panels beside each other where there is room; those of one row may end level, and the first, a form, may be wider. */
export function Columns({ children, areLevel = false, hasWideFirst = false }: ColumnsProps) {
  return (
    <SimpleGrid
      className={hasWideFirst ? (classes.wideFirst ?? '') : ''}
      cols={{ base: 1, md: 2 }}
      spacing="lg"
      style={areLevel ? undefined : { alignItems: 'start' }}
    >
      {children}
    </SimpleGrid>
  )
}

type CaseColumnsProps = { first: ReactNode; work: ReactNode; rest: ReactNode }

/** The parts of a case. On a phone the work comes second; where there is room, it has a column beside the other two. */
export function CaseColumns({ first, work, rest }: CaseColumnsProps) {
  return (
    <div className={classes.columns}>
      {first}
      {work && (
        <Stack className={classes.work ?? ''} gap="lg">
          {work}
        </Stack>
      )}
      {rest}
    </div>
  )
}

export function Hint({ children }: { children: ReactNode }) {
  return (
    <Text c="dimmed" maw="var(--line-length)">
      {children}
    </Text>
  )
}

/** Words of a person, in the lines in which they were typed. */
export function Typed({ children }: { children: ReactNode }) {
  const text = useText()
  return (
    <Text maw="var(--line-length)" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
      {typeof children === 'string' ? shownWords(children, text) : children}
    </Text>
  )
}

/** Marks what has to be done soon. */
export function Near({ children }: { children: string }) {
  return (
    <StatusBadge tone="pending" icon={IconClock}>
      {children}
    </StatusBadge>
  )
}

/** Marks what should have been done before now. */
export function Late({ children }: { children: string }) {
  return (
    <StatusBadge tone="cancelled" icon={IconAlertTriangle}>
      {children}
    </StatusBadge>
  )
}
