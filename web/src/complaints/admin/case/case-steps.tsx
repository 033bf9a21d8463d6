import { Button } from '@mantine/core'
import { caseCalls } from '@petsetu/contract/complaints/cases.ts'
import { paths } from '@petsetu/contract/paths.ts'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useText } from '../../../platform/languages/use-text.tsx'
import { callQuery } from '../../../platform/lib/call-query.ts'
import { addressOf, filterIn, queryOf } from '../complaint-filter.ts'
import classes from './case.module.css'

/** Leads to the complaints before and after this one in the list that it was opened from. */
export function CaseSteps({ id }: { id: string }) {
  const text = useText()
  const filter = filterIn(useSearchParams()[0])
  const { data } = useQuery(callQuery(caseCalls.neighbours, { params: { id }, query: queryOf(filter) }))
  const step = (
    to: number | null | undefined,
    label: string,
    icon: { leftSection?: ReactNode; rightSection?: ReactNode },
  ) =>
    to ? (
      <Button component={Link} to={paths.complaintDetail.to({ id: to }, addressOf(filter))} variant="default" {...icon}>
        {label}
      </Button>
    ) : (
      <Button variant="default" disabled {...icon}>
        {label}
      </Button>
    )
  return (
    <nav className={classes.steps} aria-label={text('caseWork.steps')}>
      {step(data?.data.previous, text('caseWork.previousCase'), {
        leftSection: <IconChevronLeft size={18} aria-hidden />,
      })}
      {step(data?.data.next, text('caseWork.nextCase'), { rightSection: <IconChevronRight size={18} aria-hidden /> })}
    </nav>
  )
}
