import { SimpleGrid, Stack, type StackProps, Title, type TitleProps } from '@mantine/core'
import { type ReactNode, type Ref, useId } from 'react'
import card from '../platform/ui/layout/card.module.css'

type Props = Pick<StackProps, 'mt' | 'mb'> & {
  heading: string
  /** A class of the page, for what differs on paper. */
  className?: string | undefined
  children: ReactNode
}

/** A card with a heading, which names its region. */
export function SectionCard({ heading, className = '', children, ...margins }: Props) {
  const id = useId()
  return (
    <Stack component="section" className={`${card.card} ${className}`} miw={0} aria-labelledby={id} {...margins}>
      <SectionHeading id={id}>{heading}</SectionHeading>
      {children}
    </Stack>
  )
}

export function SectionHeading(props: TitleProps & { ref?: Ref<HTMLHeadingElement> }) {
  return <Title order={2} size="1.25rem" lh={1.2} {...props} />
}

/** A list without marks. */
export function PlainList(props: StackProps & { component?: 'ul' | 'ol' }) {
  return <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }} {...props} />
}

/** Fields beside each other, as many as there is room for. */
export function FieldRow({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return (
    <SimpleGrid
      className={className ?? ''}
      minColWidth="min(100%, 220px)"
      autoFlow="auto-fit"
      style={{ alignItems: 'start' }}
    >
      {children}
    </SimpleGrid>
  )
}
