import { Stack, type StackProps, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import card from './card.module.css'

type Props = Pick<StackProps, 'maw' | 'mb' | 'gap' | 'style'> & {
  /** The id of the heading, which names the section. */
  id: string
  title: ReactNode
  children: ReactNode
}

/** A section of a page after sign-in: a card with its heading. */
export function TitledCard({ id, title, children, ...props }: Props) {
  return (
    <Stack component="section" className={card.card} gap="xs" miw={0} aria-labelledby={id} {...props}>
      <Title order={2} id={id} size="1.25rem" lh={1.2}>
        {title}
      </Title>
      {children}
    </Stack>
  )
}

/** A list without bullets. */
export function PlainList({ gap = 'sm', children }: Pick<StackProps, 'gap'> & { children: ReactNode }) {
  return (
    <Stack component="ul" gap={gap} m={0} p={0} style={{ listStyle: 'none' }}>
      {children}
    </Stack>
  )
}
