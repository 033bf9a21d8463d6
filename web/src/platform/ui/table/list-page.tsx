import { Box, Button, Group, Text } from '@mantine/core'
import { formatCount } from '@petsetu/languages/formats.ts'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, Navigate, useLocation } from 'react-router'
import { useText } from '../../languages/use-text.tsx'
import { type Failure, Loaded, type Loading } from '../feedback/loaded.tsx'
import { restoreFocus } from '../feedback/restore-focus.ts'
import classes from './list-page.module.css'

type Props<Data> = {
  /** The result of `useQuery`, with the previous rows as placeholder data. */
  list: Loading<Data> & { isPlaceholderData: boolean }
  page: number
  lastPageOf: (data: Data) => number
  /** The number of rows on all pages, for a list with filters that does not show it by itself. */
  totalOf?: (data: Data) => number
  /** The address of a page, for redirecting when the requested page does not exist. */
  addressOf: (page: number) => string
  skeleton: ReactNode
  failure: Failure
  /** Shows the rows of a page, or what replaces them if there are none. */
  children: (data: Data, page: number) => ReactNode
}

/**
 * A page of a list in each of its states. While rows of another filter or page are still shown, they are marked as busy, and
 * the pager shows their page. A screen reader says how many rows a changed filter has found.
 */
export function ListPage<Data>(props: Props<Data>) {
  const text = useText()
  const { list, page, lastPageOf, totalOf, addressOf, skeleton, failure, children } = props
  const { data, isPlaceholderData } = list
  const [shown, setShown] = useState(page)
  if (data !== undefined && !isPlaceholderData && shown !== page) setShown(page)
  const { search } = useLocation()
  const [opened] = useState(search)
  const [isChanged, setChanged] = useState(false)
  if (search !== opened && !isChanged) setChanged(true)

  return (
    <Loaded query={list} skeleton={skeleton} failure={failure}>
      {(rows) => {
        const last = lastPageOf(rows)
        if (page > last && !isPlaceholderData) return <Navigate to={addressOf(last)} replace />
        return (
          <>
            <Box className={classes.rows ?? ''} aria-busy={isPlaceholderData} opacity={isPlaceholderData ? 0.5 : 1}>
              {children(rows, shown)}
            </Box>
            <p className="visually-hidden" role="status">
              {isPlaceholderData
                ? text('firstLoad.loading')
                : isChanged && totalOf && text('controls.found', { count: formatCount(totalOf(rows)) })}
            </p>
            <Pager page={page} shown={shown} last={last} />
          </>
        )
      }}
    </Loaded>
  )
}

type PagerProps = {
  page: number
  /** The page on screen while another is loading. */
  shown?: number
  last: number
  /** The name of the page in the address, and of the pager, where it is not the only one. */
  param?: string
  label?: string
}

/** Links to the previous and next page. */
export function Pager({ page, shown = page, last, param = 'page', label }: PagerProps) {
  const text = useText()
  const where = useRef<HTMLParagraphElement>(null)
  const before = useRef(page)
  useEffect(() => {
    // The link that was clicked is missing on the first or last page.
    if (before.current !== page) restoreFocus(() => where.current)
    before.current = page
  }, [page])
  if (last <= 1) return null
  return (
    <Group
      className={classes.pager ?? ''}
      component="nav"
      justify="center"
      gap="8px 16px"
      aria-label={label ?? text('controls.pages')}
    >
      <Step to={page - 1} last={last} param={param} icon={{ leftSection: <IconChevronLeft size={18} aria-hidden /> }}>
        {text('controls.previous')}
      </Step>
      <Text ref={where} className={classes.where ?? ''} tabIndex={-1} aria-current="page" c="dimmed" ta="center">
        {text('controls.pageOf', { page: formatCount(shown), last: formatCount(last) })}
      </Text>
      <Step to={page + 1} last={last} param={param} icon={{ rightSection: <IconChevronRight size={18} aria-hidden /> }}>
        {text('controls.next')}
      </Step>
    </Group>
  )
}

type StepProps = {
  to: number
  last: number
  param: string
  icon: { leftSection: ReactNode } | { rightSection: ReactNode }
  children: string
}

function Step({ to, last, param, icon, children }: StepProps) {
  const { pathname, search } = useLocation()
  if (to < 1 || to > last) {
    return (
      <Button variant="default" disabled {...icon}>
        {children}
      </Button>
    )
  }
  const params = new URLSearchParams(search)
  params.set(param, String(to))
  return (
    <Button component={Link} to={`${pathname}?${params}`} variant="default" {...icon}>
      {children}
    </Button>
  )
}
