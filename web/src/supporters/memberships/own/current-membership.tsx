import { Button } from '@mantine/core'
import { paths } from '@petsetu/contract/paths.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import type { LogoPicture } from '@petsetu/contract/site/site.ts'
import type { Membership } from '@petsetu/contract/supporters/memberships.ts'
import { formatLongDay, formatRupees } from '@petsetu/languages/formats.ts'
import { IconCertificate, IconId } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useLanguage, useText } from '../../../platform/languages/use-text.tsx'
import { EmptyState } from '../../../platform/ui/feedback/empty-state.tsx'
import { Logo } from '../../../platform/ui/layout/logo.tsx'
import { MembershipStatus, PLAN_NAMES } from '../../../shared/membership-status.tsx'
import { CATEGORY_LABELS } from '../category-labels.ts'
import { FeatureList } from '../feature-list.tsx'
import classes from './current-membership.module.css'
import { featuresOf } from './membership-features.ts'

const NO_DAY = '–'

type Props = { membership: Membership | null; logo: LogoPicture | null }

/** The current membership as a card, or links to both registrations. */
export function CurrentMembership({ membership, logo }: Props) {
  const text = useText()
  const language = useLanguage()
  if (!membership) return <NoMembership />
  const { plan_name, category, status, start_date, expiry_date, amount_paid } = membership
  const features = featuresOf(membership.features)
  const labels = CATEGORY_LABELS[category]
  return (
    <section className={classes.current} aria-label={text('myMembership.current')}>
      <div className={classes.card} data-category={category}>
        <div className={classes.top}>
          <Logo size={40} picture={logo} />
          <span className={classes.category}>{text(PLAN_NAMES[category])}</span>
          <MembershipStatus status={status} />
        </div>
        <h2 className={classes.name}>{plan_name}</h2>
        <dl className={classes.facts}>
          <Fact label={text('myMembership.start')}>{start_date ? formatLongDay(start_date, language) : NO_DAY}</Fact>
          <Fact label={text('myMembership.expiry')}>{expiry_date ? formatLongDay(expiry_date, language) : NO_DAY}</Fact>
          <Fact label={text('myMembership.amountPaid')}>{formatRupees(amount_paid)}</Fact>
        </dl>
      </div>
      <div className={classes.more}>
        {features.length > 0 && <h3>{text('myMembership.comesWith')}</h3>}
        <FeatureList features={features} />
        {start_date && start_date <= today() && (
          <Button component={Link} to={paths.memberCard.to({})} leftSection={<IconId size={18} aria-hidden />}>
            {text('titles.memberCard')}
          </Button>
        )}
        {/* A plain link reloads the page, because only its own security policy allows the checkout. */}
        <Button component="a" href={`${labels.path}?renew=last`} variant="outline">
          {text('myMembership.renew')}
        </Button>
      </div>
    </section>
  )
}

function Fact({ label, children }: { label: string; children: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function NoMembership() {
  const text = useText()
  return (
    <EmptyState icon={<IconCertificate size={36} stroke={1.5} />} message={text('myMembership.none')}>
      <p>{text('myMembership.noneHow')}</p>
      <div className={classes.ways}>
        {Object.values(CATEGORY_LABELS).map(({ membership, path }) => (
          <Button key={path} component="a" href={path} variant="outline">
            {text(membership)}
          </Button>
        ))}
      </div>
    </EmptyState>
  )
}
