import { membershipCalls } from '@petsetu/contract/memberships.ts'
import type { Site } from '@petsetu/contract/site.ts'
import { useQuery } from '@tanstack/react-query'
import { useText } from '../../languages/use-text.tsx'
import { dataQuery } from '../../lib/data-query.ts'
import { type LoadFirst, startedAtArrival } from '../../lib/first-data.ts'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { CardGridSkeleton, TableSkeleton } from '../../ui/feedback/list-skeletons.tsx'
import { PageTitle } from '../../ui/layout/page-title.tsx'
import { CurrentMembership } from './current-membership.tsx'
import { MembershipHistory } from './membership-history.tsx'
import classes from './my-membership-page.module.css'

const activeMembership = startedAtArrival(dataQuery(membershipCalls.active))
const membershipHistory = startedAtArrival(dataQuery(membershipCalls.history))

export function MyMembershipPage({ site }: { site: Site }) {
  const text = useText()
  return (
    <>
      <PageTitle>{text('titles.myMembership')}</PageTitle>
      <MyMembership site={site} />
    </>
  )
}

MyMembershipPage.load = ((queries) =>
  Promise.all([queries.prefetchQuery(activeMembership), queries.prefetchQuery(membershipHistory)])) satisfies LoadFirst

function MyMembership({ site }: { site: Site }) {
  const text = useText()
  const active = useQuery(activeMembership)
  const history = useQuery(membershipHistory)

  if (active.isLoadingError || history.isLoadingError) {
    const retry = () => Promise.all([active.refetch(), history.refetch()])
    return <ErrorBox message={text('myMembership.loadFailed')} onRetry={retry} />
  }
  if (active.isPending || history.isPending) {
    return (
      <div className={classes.page}>
        <CardGridSkeleton count={1} />
        <TableSkeleton rows={3} />
      </div>
    )
  }
  return (
    <div className={classes.page}>
      <CurrentMembership membership={active.data} logo={site.logo} />
      <MembershipHistory memberships={history.data} />
    </div>
  )
}
