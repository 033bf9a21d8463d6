import { Box, Group, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { takeArrival } from '../../lib/address/arrival.ts'
import { isFirstPage } from '../../lib/address/use-leave.ts'
import classes from './page-title.module.css'

/** A document's title of its own is for pages whose headings are the same, or more than a text. */
type Titles = { children: string; documentTitle?: string } | { children: ReactNode; documentTitle: string }

type Props = Titles & {
  hint?: ReactNode
  /** Shown beside the heading, for example the page's main button. */
  aside?: ReactNode
  /** Less space below, above a long table. */
  isCompact?: boolean
  /** The aside is a menu, which is beside the heading on a phone, too. */
  hasMenu?: boolean
  /** The hint is a row of facts: it has the aside beside it, and the heading is as wide as both. */
  isFacts?: boolean
}

// With text twice as large, one long word is wider than a small phone. It can have the focus, but it is not a control.
const HEADING = {
  fontSize: 'clamp(1.6rem, 1.35rem + 1.2vw, 2.1rem)',
  lineHeight: 1.2,
  outline: 'none',
  overflowWrap: 'anywhere',
  textWrap: 'balance',
} as const

/** The page's only h1. It also sets the document's title, and takes the focus after navigation inside the app and after a login. */
export function PageTitle(props: Props) {
  const { children, documentTitle = String(children), hint, aside, isCompact, hasMenu, isFacts } = props
  const heading = useRef<HTMLHeadingElement>(null)
  const { key, pathname } = useLocation()
  // Going back to the page that was opened first brings its key again.
  const shownAt = useRef(key === 'default' && isFirstPage() ? pathname : null)

  useEffect(() => {
    document.title = `${documentTitle} · PetSetu`
  }, [documentTitle])

  useEffect(() => {
    if (shownAt.current !== pathname || takeArrival()) heading.current?.focus({ preventScroll: true })
    shownAt.current = pathname
  }, [pathname])

  return (
    <Box className={classes.head ?? ''} data-menu={hasMenu} data-facts={isFacts} mb={isCompact ? 'sm' : 'lg'}>
      <Title ref={heading} tabIndex={-1} style={HEADING}>
        {children}
      </Title>
      {hint && (
        <Text className={classes.hint ?? ''} c="dimmed">
          {hint}
        </Text>
      )}
      {aside && (
        <Group className={classes.aside ?? ''} gap="8px 12px">
          {aside}
        </Group>
      )}
    </Box>
  )
}
