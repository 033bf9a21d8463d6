import { Button, Stack, Text } from '@mantine/core'
import { paths } from '@petsetu/contract/paths.ts'
import type { Site } from '@petsetu/contract/site/site.ts'
import { type MemberCard, membershipCalls } from '@petsetu/contract/supporters/memberships.ts'
import { IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useText } from '../../../platform/languages/use-text.tsx'
import { dataQuery } from '../../../platform/lib/requests/call-query.ts'
import type { PageLoader } from '../../../platform/lib/requests/first-data.ts'
import { requestData } from '../../../platform/lib/requests/request-data.ts'
import { EmptyState } from '../../../platform/ui/feedback/empty-state.tsx'
import { CardGridSkeleton } from '../../../platform/ui/feedback/list-skeletons.tsx'
import { Loaded } from '../../../platform/ui/feedback/loaded.tsx'
import { useSave } from '../../../platform/ui/form/use-save.ts'
import { SectionHeading } from '../../../platform/ui/layout/card-parts.tsx'
import { PageTitle } from '../../../platform/ui/layout/page-title.tsx'
import { DownloadButton } from '../../../platform/ui/table/download-button.tsx'
import { CardWithActions, OwnCard } from '../../../shared/member-card/card-sheet.tsx'

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
          <CardWithActions card={<OwnCard card={own} site={site} />} actions={<CardActions card={own} />}>
            <NewCode />
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

/** The card as a PDF, and what others see. */
function CardActions({ card }: { card: MemberCard }) {
  const text = useText()
  return (
    <>
      <DownloadButton call={membershipCalls.cardPdf} input={{}} failure={text('memberCard.pdfFailed')} variant="filled">
        {text('memberCard.pdf')}
      </DownloadButton>
      <Button component="a" href={card.path} target="_blank" variant="default">
        {text('memberCard.whatOthersSee')}
      </Button>
    </>
  )
}

/** Replaces the code of a card that got lost. */
function NewCode() {
  const text = useText()
  const { start, isBusy } = useSave({
    call: membershipCalls.renewCard,
    send: (_: null) => requestData(membershipCalls.renewCard, {}),
    confirm: () => ({
      title: text('memberCard.renewQuestion'),
      children: text('memberCard.renewExplanation'),
      confirmLabel: text('memberCard.renew'),
    }),
    invalidates: [membershipCalls.card],
    success: () => text('memberCard.renewed'),
    failure: { fallback: text('memberCard.renewFailed') },
  })
  return (
    <Stack component="section" align="flex-start" gap="sm" aria-labelledby="new-code">
      <SectionHeading id="new-code">{text('memberCard.lost')}</SectionHeading>
      <Text maw="var(--line-length)" c="dimmed">
        {text('memberCard.lostHint')}
      </Text>
      <Button
        variant="default"
        loading={isBusy}
        leftSection={<IconRefresh size={18} aria-hidden />}
        onClick={() => start(null)}
      >
        {text('memberCard.renew')}
      </Button>
    </Stack>
  )
}
