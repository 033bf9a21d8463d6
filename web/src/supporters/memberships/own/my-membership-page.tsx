import { Button, Group, Stack, Text } from '@mantine/core'
import { paths } from '@petsetu/contract/paths.ts'
import { lastPage, pageParam } from '@petsetu/contract/platform/paging.ts'
import type { Site } from '@petsetu/contract/site/site.ts'
import {
  isRenewalDue,
  memberNumber,
  membershipStatuses,
  renewalFrom,
} from '@petsetu/contract/supporters/membership-facts.ts'
import { type MemberCard, type Membership, membershipCalls } from '@petsetu/contract/supporters/memberships.ts'
import { formatRupees } from '@petsetu/languages/formats.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useSearchParams } from 'react-router'
import { formatLongDay, formatUnbrokenDay } from '../../../platform/languages/page-formats.ts'
import { useText } from '../../../platform/languages/use-text.tsx'
import { priceOf } from '../../../platform/lib/amounts.ts'
import { dataQuery } from '../../../platform/lib/requests/call-query.ts'
import type { PageLoader } from '../../../platform/lib/requests/first-data.ts'
import { serverToday } from '../../../platform/lib/requests/server-clock.ts'
import { formatMediumDay } from '../../../platform/lists/medium-days.ts'
import { EmptyState } from '../../../platform/ui/feedback/empty-state.tsx'
import { ErrorBox } from '../../../platform/ui/feedback/error-box.tsx'
import { CardGridSkeleton, TableSkeleton } from '../../../platform/ui/feedback/list-skeletons.tsx'
import { Loaded } from '../../../platform/ui/feedback/loaded.tsx'
import { Status } from '../../../platform/ui/feedback/status-badge.tsx'
import cardClasses from '../../../platform/ui/layout/card.module.css'
import { SectionHeading, TitledCard } from '../../../platform/ui/layout/card-parts.tsx'
import { PageTitle } from '../../../platform/ui/layout/page-title.tsx'
import { type Column, DataTable, OnlyIn } from '../../../platform/ui/table/data-table.tsx'
import { Pager } from '../../../platform/ui/table/list-page.tsx'
import { CardSheet, CardWithActions, PLAN_NAMES } from '../../../shared/member-card/card-sheet.tsx'
import { CardActions, FoldedLostCard } from '../card/card-actions.tsx'
import { CATEGORY_LABELS } from '../category-labels.ts'
import { FeatureList } from '../feature-list.tsx'
import classes from './my-membership-page.module.css'

const activeMembership = dataQuery(membershipCalls.active)
const ownCard = dataQuery(membershipCalls.card)
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
  Promise.all([prefetch(activeMembership), prefetch(ownCard), prefetch(membershipHistory)])) satisfies PageLoader

function MyMembership({ site }: { site: Site }) {
  const text = useText()
  const active = useQuery(activeMembership)
  const card = useQuery(ownCard)
  const history = useQuery(membershipHistory)
  const skeleton = (
    <Stack gap={40}>
      <CardGridSkeleton count={1} />
      <TableSkeleton rows={3} />
    </Stack>
  )
  const failure = () => (
    <ErrorBox
      message={text('myMembership.loadFailed')}
      onRetry={() => Promise.all([active.refetch(), card.refetch(), history.refetch()])}
    />
  )
  return (
    <Loaded query={active} skeleton={skeleton} failure={failure}>
      {(membership) => (
        <Loaded query={card} skeleton={skeleton} failure={failure}>
          {(own) => (
            <Loaded query={history} skeleton={skeleton} failure={failure}>
              {(memberships) => (
                <Stack gap={40}>
                  <CurrentMembership membership={membership} card={own} memberships={memberships} site={site} />
                  <MembershipHistory memberships={memberships} />
                </Stack>
              )}
            </Loaded>
          )}
        </Loaded>
      )}
    </Loaded>
  )
}

const MEMBERSHIPS_A_PAGE = 20

/** On a phone, a membership takes two lines. */
const historyColumns = (text: Translate): Column<Membership>[] => [
  {
    head: text('myMembership.planHead'),
    inCard: 'title',
    cell: ({ plan_name, category }) => (
      <span>
        <strong>{plan_name}</strong>{' '}
        <Text span inherit c="dimmed">
          {text(PLAN_NAMES[category])}
        </Text>
      </span>
    ),
  },
  {
    head: text('myMembership.status'),
    inCard: 'end',
    cell: ({ status }) => <Status look={membershipStatuses[status]} />,
  },
  {
    head: text('myMembership.start'),
    align: 'right',
    isTight: true,
    inCard: 'value',
    cell: (membership) => (
      <>
        <OnlyIn place="row">{dayOf(membership.start_date)}</OnlyIn>
        <OnlyIn place="card">{termOf(membership)}</OnlyIn>
      </>
    ),
  },
  {
    head: text('myMembership.expiry'),
    align: 'right',
    isTight: true,
    inCard: 'nothing',
    cell: ({ expiry_date }) => dayOf(expiry_date),
  },
  {
    head: text('myMembership.amount'),
    align: 'right',
    isTight: true,
    inCard: 'value',
    cell: (membership) => <AmountPaid membership={membership} />,
  },
  {
    head: text('myMembership.receipt'),
    inCard: 'value',
    cell: ({ receipt_path, plan_name }) =>
      receipt_path && (
        <a
          className={classes.receipt}
          href={receipt_path}
          aria-label={text('myMembership.receiptFor', { plan: plan_name })}
        >
          {text('myMembership.receipt')}
        </a>
      ),
  },
]

function MembershipHistory({ memberships }: { memberships: Membership[] }) {
  const text = useText()
  const page = pageParam(useSearchParams()[0])
  const last = lastPage(memberships.length, MEMBERSHIPS_A_PAGE)
  if (page > last) return <Navigate to={paths.myMembership.to({}, { page: last })} replace />
  return (
    <section aria-labelledby="history-heading">
      <SectionHeading id="history-heading" size="1.375rem" mb="md">
        {text('myMembership.history')}
      </SectionHeading>
      {memberships.length === 0 ? (
        <EmptyState picture="papers" message={text('myMembership.historyEmpty')} />
      ) : (
        <DataTable
          caption={text('myMembership.historyCaption')}
          columns={historyColumns(text)}
          rows={memberships.slice((page - 1) * MEMBERSHIPS_A_PAGE, page * MEMBERSHIPS_A_PAGE)}
          keyOf={({ id }) => id}
        />
      )}
      <Pager page={page} last={last} />
    </section>
  )
}

/** From when to when a membership runs, each day on one line. */
function termOf({ start_date, expiry_date }: Pick<Membership, 'start_date' | 'expiry_date'>): string {
  if (!start_date || !expiry_date) return UNKNOWN
  return [start_date, expiry_date].map((day) => formatMediumDay(day).replaceAll(' ', '\u00a0')).join(' – ')
}

/** The amount that was paid for a membership, and below it what went back. Nobody knows that of one that was bought elsewhere. One that was never active is not free, but unpaid. */
function AmountPaid({ membership }: { membership: Membership }) {
  const text = useText()
  const { start_date, amount_paid, returned, is_imported } = membership
  if (is_imported) return UNKNOWN
  return (
    <>
      {start_date ? priceOf(amount_paid, text) : formatRupees(amount_paid)}
      {returned > 0 && (
        <>
          <br />
          {text('myMembership.returned', { amount: formatRupees(returned) })}
        </>
      )}
    </>
  )
}

function dayOf(day: string | null): string {
  return day ? formatLongDay(day) : UNKNOWN
}

const UNKNOWN = '–'

type CurrentProps = {
  membership: Membership | null
  /** Null for a membership that has not begun. */
  card: MemberCard | null
  /** All of the member, newest first. */
  memberships: Membership[]
  site: Site
}

/** The current membership as the member's card, with its code, or the ways to one. */
function CurrentMembership({ membership, card, memberships, site }: CurrentProps) {
  const text = useText()
  if (!membership) return <NoMembership ended={memberships.find(({ status }) => status === 'expired')} />
  const { id, username, category, start_date, expiry_date } = membership
  const features = featuresOf(membership.features)
  const own = card?.number === id ? card : null
  const isRenewed = memberships.some(
    (other) =>
      other.category === category && other.status === 'active' && (other.expiry_date ?? '') > (expiry_date ?? ''),
  )
  const isDue = !isRenewed && expiry_date !== null && isRenewalDue(expiry_date, serverToday())
  return (
    <section aria-label={text('myMembership.current')}>
      <CardWithActions
        card={
          <CardSheet
            {...membership}
            site={site}
            name={own?.name ?? username}
            facts={[
              {
                label: text('memberCard.number'),
                value: start_date ? memberNumber({ number: id, start_date }) : UNKNOWN,
              },
              { label: text('memberCard.validUntil'), value: dayOf(expiry_date) },
              { label: text('myMembership.start'), value: dayOf(start_date) },
              { label: text('myMembership.amountPaid'), value: <AmountPaid membership={membership} /> },
            ]}
            path={own?.path ?? null}
          />
        }
        actions={
          <>
            {isDue && <RenewButton category={category} />}
            {own && (
              <>
                <CardActions path={own.path} isMain={!isDue} />
                <Button component={Link} to={paths.memberCard.to({})} variant="subtle" px={8}>
                  {text('myMembership.cardAlone')}
                </Button>
              </>
            )}
            {own && expiry_date && !isRenewed && !isDue && (
              <Text c="dimmed" w="100%">
                {text('myMembership.renewFrom', { day: formatUnbrokenDay(renewalFrom(expiry_date)) })}
              </Text>
            )}
          </>
        }
      >
        {features.length > 0 && (
          <TitledCard title={text('myMembership.comesWith')}>
            <FeatureList features={features} />
            {own && <LostBelow />}
          </TitledCard>
        )}
        {own && features.length === 0 && (
          <div className={`${cardClasses.card} ${classes.lost}`}>
            <FoldedLostCard />
          </div>
        )}
      </CardWithActions>
    </section>
  )
}

/** Rarely needed, so it is the last line of the card that is there anyway. */
function LostBelow() {
  return (
    <div className={classes.below}>
      <FoldedLostCard />
    </div>
  )
}

function RenewButton({ category }: Pick<Membership, 'category'>) {
  const text = useText()
  return (
    // A plain link reloads the page, because only its own security policy allows the checkout.
    <Button component="a" href={`${CATEGORY_LABELS[category].path}?renew=last`}>
      {text('myMembership.renew')}
    </Button>
  )
}

/** `ended` is the last membership, which can be renewed. */
function NoMembership({ ended }: { ended: Membership | undefined }) {
  const text = useText()
  return (
    <EmptyState picture="card" message={text('myMembership.none')}>
      <p>{text('myMembership.noneHow')}</p>
      <Group gap="sm">
        {ended && <RenewButton category={ended.category} />}
        {Object.values(CATEGORY_LABELS).map(({ membership, path }) => (
          <Button key={path} component="a" href={path} variant="outline">
            {text(membership)}
          </Button>
        ))}
      </Group>
    </EmptyState>
  )
}

/** The features of a membership, which stores them as a JSON list in a text. Empty if the text is not such a list. */
export function featuresOf(features: string): string[] {
  try {
    const list: unknown = JSON.parse(features)
    return Array.isArray(list) ? list.filter((feature) => typeof feature === 'string') : []
  } catch {
    return []
  }
}
