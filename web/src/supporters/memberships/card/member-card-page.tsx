import { Button } from '@mantine/core'
import { paths } from '@petsetu/contract/paths.ts'
import type { Site } from '@petsetu/contract/site/site.ts'
import { membershipCalls } from '@petsetu/contract/supporters/memberships.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useText } from '../../../platform/languages/use-text.tsx'
import { dataQuery } from '../../../platform/lib/requests/call-query.ts'
import type { PageLoader } from '../../../platform/lib/requests/first-data.ts'
import { EmptyState } from '../../../platform/ui/feedback/empty-state.tsx'
import { CardGridSkeleton } from '../../../platform/ui/feedback/list-skeletons.tsx'
import { Loaded } from '../../../platform/ui/feedback/loaded.tsx'
import { PageTitle } from '../../../platform/ui/layout/page-title.tsx'
import { CardWithActions, OwnCard } from '../../../shared/member-card/card-sheet.tsx'
import { CardActions, LostCard } from './card-actions.tsx'

const ownCard = dataQuery(membershipCalls.card)

/** The card of a member, to show on a phone or to print. */
export function MemberCardPage({ site }: { site: Site }) {
  const text = useText()
  return (
    <>
      <PageTitle hint={text('memberCard.hint')}>{text('titles.memberCard')}</PageTitle>
      <CardOrNone site={site} />
    </>
  )
}

MemberCardPage.load = ((prefetch) => prefetch(ownCard)) satisfies PageLoader

function CardOrNone({ site }: { site: Site }) {
  const text = useText()
  const card = useQuery(ownCard)
  return (
    <Loaded query={card} skeleton={<CardGridSkeleton count={1} />} failure={text('memberCard.loadFailed')}>
      {(own) =>
        own ? (
          <CardWithActions card={<OwnCard card={own} site={site} />} actions={<CardActions path={own.path} />}>
            <LostCard />
          </CardWithActions>
        ) : (
          <NoCard />
        )
      }
    </Loaded>
  )
}

function NoCard() {
  const text = useText()
  return (
    <EmptyState picture="card" message={text('memberCard.none')}>
      <Button component={Link} to={paths.myMembership.to({})} variant="outline">
        {text('titles.myMembership')}
      </Button>
    </EmptyState>
  )
}
