import { Button } from '@mantine/core'
import { membershipCalls } from '@petsetu/contract/memberships.ts'
import { paths } from '@petsetu/contract/paths.ts'
import type { Site } from '@petsetu/contract/site.ts'
import { IconId } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useText } from '../../languages/use-text.tsx'
import { dataQuery } from '../../lib/data-query.ts'
import type { LoadFirst } from '../../lib/first-data.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { CardGridSkeleton } from '../../ui/feedback/list-skeletons.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { PageTitle } from '../../ui/layout/page-title.tsx'
import { CardActions } from './card-actions.tsx'
import { CardSheet } from './card-sheet.tsx'
import classes from './member-card-page.module.css'

const ownCard = dataQuery(membershipCalls.card)

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

MemberCardPage.load = ((prefetch) => prefetch(ownCard)) satisfies LoadFirst

function OwnCard({ site }: { site: Site }) {
  const text = useText()
  const card = useQuery(ownCard)
  return (
    <Loaded query={card} skeleton={<CardGridSkeleton count={1} />} failure={text('memberCard.loadFailed')}>
      {(own) =>
        own ? (
          <div className={classes.page}>
            <CardSheet card={own} site={site} />
            <CardActions card={own} />
          </div>
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
    <EmptyState icon={<IconId size={36} stroke={1.5} />} message={text('memberCard.none')}>
      <Button component={Link} to={paths.myMembership.to({})} variant="outline">
        {text('titles.myMembership')}
      </Button>
    </EmptyState>
  )
}
