import { Stack, type StackProps, Title, type TitleProps } from '@mantine/core'
import { type ReactNode, type Ref, useId } from 'react'
import card from './card.module.css'

type Props = Pick<StackProps, 'maw' | 'mt' | 'mb' | 'gap' | 'style'> & {
  title: ReactNode
  /** The id of the heading, for what leads to it. */
  id?: string
  /** A class of the page, for what differs there. */
  className?: string | undefined
  children: ReactNode
}

/** A section of a page after sign-in: a card with a heading, which names its region. */
export function TitledCard({ title, id, className = '', children, ...props }: Props) {
  const ownId = useId()
  const headingId = id ?? ownId
  return (
    <Stack component="section" className={`${card.card} ${className}`} miw={0} aria-labelledby={headingId} {...props}>
      <SectionHeading id={headingId}>{title}</SectionHeading>
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
