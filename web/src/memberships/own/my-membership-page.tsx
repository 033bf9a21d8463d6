import { membershipCalls } from '@petsetu/contract/memberships.ts'
import type { Site } from '@petsetu/contract/site.ts'
import { useQuery } from '@tanstack/react-query'
import { useText } from '../../languages/use-text.tsx'
import { dataQuery } from '../../lib/data-query.ts'
import type { LoadFirst } from '../../lib/first-data.ts'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { CardGridSkeleton, TableSkeleton } from '../../ui/feedback/list-skeletons.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { PageTitle } from '../../ui/layout/page-title.tsx'
import { CurrentMembership } from './current-membership.tsx'
import { MembershipHistory } from './membership-history.tsx'
import classes from './my-membership-page.module.css'

const activeMembership = dataQuery(membershipCalls.active)
const membershipHistory = dataQuery(membershipCalls.history)

export function MyMembershipPage({ site }: { site: Site }) {
  const text = useText()
  return (
    <>
      <PageTitle>{text('titles.myMembership')}</PageTitle>
      <MyMembership site={site} />
    </>
  )
}

MyMembershipPage.load = ((prefetch) =>
  Promise.all([prefetch(activeMembership), prefetch(membershipHistory)])) satisfies LoadFirst

function MyMembership({ site }: { site: Site }) {
  const text = useText()
  const active = useQuery(activeMembership)
  const history = useQuery(membershipHistory)
  const skeleton = (
    <div className={classes.page}>
      <CardGridSkeleton count={1} />
      <TableSkeleton rows={3} />
    </div>
  )
  const failure = () => (
    <ErrorBox
      message={text('myMembership.loadFailed')}
      onRetry={() => Promise.all([active.refetch(), history.refetch()])}
    />
  )
  return (
    <Loaded query={active} skeleton={skeleton} failure={failure}>
      {(membership) => (
        <Loaded query={history} skeleton={skeleton} failure={failure}>
          {(memberships) => (
            <div className={classes.page}>
              <CurrentMembership membership={membership} logo={site.logo} />
              <MembershipHistory memberships={memberships} />
            </div>
          )}
        </Loaded>
      )}
    </Loaded>
  )
}
