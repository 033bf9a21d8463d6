import { Button } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import classes from './pager.module.css'

/** Previous, where one is, and Next; each page has an address of its own. Nothing where there is one page only. */
export function Pager({ page, last }: { page: number; last: number }) {
  if (last <= 1) return null
  return (
    <nav className={classes.pager} aria-label="Pages">
      <Step to={page - 1} last={last} icon={{ leftSection: <IconChevronLeft size={18} aria-hidden /> }}>
        Previous
      </Step>
      <span className={classes.where} aria-current="page">
        Showing page {page} of {last}
      </span>
      <Step to={page + 1} last={last} icon={{ rightSection: <IconChevronRight size={18} aria-hidden /> }}>
        Next
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
