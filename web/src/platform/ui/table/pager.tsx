import { Button } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { useText } from '../../languages/use-text.tsx'
import { restoreFocus } from '../feedback/restore-focus.ts'
import classes from './pager.module.css'

/** Links to the previous and next page. `shown` is the page on screen while another is loading. */
export function Pager({ page, shown = page, last }: { page: number; shown?: number; last: number }) {
  const text = useText()
  const where = useRef<HTMLSpanElement>(null)
  const before = useRef(page)
  useEffect(() => {
    // The link that was clicked is missing on the first or last page.
    if (before.current !== page) restoreFocus(() => where.current)
    before.current = page
  }, [page])
  if (last <= 1) return null
  return (
    <nav className={classes.pager} aria-label={text('controls.pages')}>
      <Step to={page - 1} last={last} icon={{ leftSection: <IconChevronLeft size={18} aria-hidden /> }}>
        {text('controls.previous')}
      </Step>
      <span ref={where} tabIndex={-1} className={classes.where} aria-current="page">
        {text('controls.pageOf', { page: shown, last })}
      </span>
      <Step to={page + 1} last={last} icon={{ rightSection: <IconChevronRight size={18} aria-hidden /> }}>
        {text('controls.next')}
      </Step>
    </nav>
  )
}

type StepProps = {
  to: number
  last: number
  icon: { leftSection: ReactNode } | { rightSection: ReactNode }
  children: string
}

function Step({ to, last, icon, children }: StepProps) {
  const { pathname, search } = useLocation()
  if (to < 1 || to > last) {
    return (
      <Button variant="default" disabled {...icon}>
        {children}
      </Button>
    )
  }
  const params = new URLSearchParams(search)
  params.set('page', String(to))
  return (
    <Button component={Link} to={`${pathname}?${params}`} variant="default" {...icon}>
      {children}
    </Button>
  )
}
