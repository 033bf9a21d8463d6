import { reportCalls } from '@petsetu/contract/reports.ts'
import { formatCount } from '@petsetu/languages/formats.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useText } from '../languages/use-text.tsx'
import { callQuery } from '../lib/call-query.ts'
import { type MembershipChosen, membershipQuery } from './membership-filter.ts'
import { MonthsCard } from './months-card.tsx'
import type { Days } from './preset-days.ts'

type Props = { filter: { applied: MembershipChosen; choose: (days: Days) => unknown } }

export function MembershipsByMonth({ filter: { applied, choose } }: Props) {
  const text = useText()
  const query = membershipQuery(applied)
  const months = useQuery({
    ...callQuery(reportCalls.membershipMonths, { query }),
    placeholderData: keepPreviousData,
  })
  return (
    <MonthsCard
      title={text('membershipReport.byMonth')}
      months={months}
      chosenFrom={applied.start_date}
      write={formatCount}
      onChoose={choose}
    />
  )
}
