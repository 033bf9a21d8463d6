import { Button, Group, Stack, Title } from '@mantine/core'
import { paths } from '@petsetu/contract/paths.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import type { Site } from '@petsetu/contract/site/site.ts'
import { isRenewalDue, memberNumber } from '@petsetu/contract/supporters/membership-facts.ts'
import type { MemberCard, Membership } from '@petsetu/contract/supporters/memberships.ts'
import { formatLongDay, formatRupees } from '@petsetu/languages/formats.ts'
import { IconId } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useLanguage, useText } from '../../../platform/languages/use-text.tsx'
import { EmptyState } from '../../../platform/ui/feedback/empty-state.tsx'
import { CardSheet } from '../../../shared/member-card/card-sheet.tsx'
import { CATEGORY_LABELS } from '../category-labels.ts'
import { FeatureList } from '../feature-list.tsx'
import classes from './current-membership.module.css'
import { featuresOf } from './membership-features.ts'

const NO_DAY = '–'

/** `card` is null for a membership that has not begun. */
type Props = { membership: Membership | null; card: MemberCard | null; site: Site }

/** The current membership as the member's card, or links to both registrations. */
export function CurrentMembership({ membership, card, site }: Props) {
  const text = useText()
  const language = useLanguage()
  if (!membership) return <NoMembership />
  const { id, username, category, start_date, expiry_date, amount_paid } = membership
  const features = featuresOf(membership.features)
  const own = card?.number === id ? card : null
  const day = (date: string | null) => (date ? formatLongDay(date, language) : NO_DAY)
  return (
    <section className={classes.current} aria-label={text('myMembership.current')}>
      <CardSheet
        {...membership}
        site={site}
        name={own?.name ?? username}
        facts={[
          { label: text('memberCard.number'), value: start_date ? memberNumber({ number: id, start_date }) : NO_DAY },
          { label: text('myMembership.start'), value: day(start_date) },
          { label: text('memberCard.validUntil'), value: day(expiry_date) },
          { label: text('myMembership.amountPaid'), value: formatRupees(amount_paid) },
        ]}
        path={own?.path ?? null}
      />
      <Stack align="flex-start">
        {features.length > 0 && (
          <Title order={3} size="1.125rem" lh={1.2}>
            {text('myMembership.comesWith')}
          </Title>
        )}
        <FeatureList features={features} />
        <Group gap="sm">
          {expiry_date && isRenewalDue(expiry_date, today()) && (
            // A plain link reloads the page, because only its own security policy allows the checkout.
            <Button component="a" href={`${CATEGORY_LABELS[category].path}?renew=last`}>
              {text('myMembership.renew')}
            </Button>
          )}
          {own && (
            <Button
              component={Link}
              to={paths.memberCard.to({})}
              variant="outline"
              leftSection={<IconId size={18} aria-hidden />}
            >
              {text('titles.memberCard')}
            </Button>
          )}
        </Group>
      </Stack>
    </section>
  )
}

function NoMembership() {
  const text = useText()
  return (
    <EmptyState picture="card" message={text('myMembership.none')}>
      <p>{text('myMembership.noneHow')}</p>
      <Group gap="sm">
        {Object.values(CATEGORY_LABELS).map(({ membership, path }) => (
          <Button key={path} component="a" href={path} variant="outline">
            {text(membership)}
          </Button>
        ))}
      </Group>
    </EmptyState>
  )
}
