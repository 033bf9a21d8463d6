import { Button } from '@mantine/core'
import { membershipCalls } from '@petsetu/contract/memberships.ts'
import { paths } from '@petsetu/contract/paths.ts'
import type { Site } from '@petsetu/contract/site.ts'
import { IconId } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useText } from '../../languages/use-text.tsx'
import { dataQuery } from '../../lib/data-query.ts'
import { type LoadFirst, startedAtArrival } from '../../lib/first-data.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { CardGridSkeleton } from '../../ui/feedback/list-skeletons.tsx'
import { PageTitle } from '../../ui/layout/page-title.tsx'
import { CardActions } from './card-actions.tsx'
import { CardSheet } from './card-sheet.tsx'
import classes from './member-card-page.module.css'

const ownCard = startedAtArrival(dataQuery(membershipCalls.card))

/** The card of a member, to show on a phone or to print. */
export function MemberCardPage({ site }: { site: Site }) {
  const text = useText()
  return (
    <>
      <PageTitle hint={text('memberCard.hint')}>{text('titles.memberCard')}</PageTitle>
      <OwnCard site={site} />
    </>
  )
}

MemberCardPage.load = ((queries) => queries.prefetchQuery(ownCard)) satisfies LoadFirst

function OwnCard({ site }: { site: Site }) {
  const text = useText()
  const card = useQuery(ownCard)
  if (card.isPending) return <CardGridSkeleton count={1} />
  if (card.isLoadingError) return <ErrorBox message={text('memberCard.loadFailed')} onRetry={card.refetch} />
  if (!card.data) return <NoCard />
  return (
    <div className={classes.page}>
      <CardSheet card={card.data} site={site} />
      <CardActions card={card.data} />
    </div>
  )
}

function NoCard() {
  const text = useText()
  return (
    <EmptyState icon={<IconId size={36} stroke={1.5} />} message={text('memberCard.none')}>
      <Button component={Link} to={paths.myMembership.to({})} variant="outline">
        {text('titles.myMembership')}
      </Button>
    </EmptyState>
  )
}
