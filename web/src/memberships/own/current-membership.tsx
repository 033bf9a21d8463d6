import { Button } from '@mantine/core'
import type { Membership } from '@petsetu/contract/memberships.ts'
import { formatRupees } from '@petsetu/languages/formats.ts'
import { IconCertificate } from '@tabler/icons-react'
import { formatLongDay } from '../../languages/page-text.ts'
import { MembershipStatus } from '../../shared/membership-status.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Logo } from '../../ui/layout/logo.tsx'
import { CATEGORY_LABELS } from '../category-labels.ts'
import { FeatureList } from '../feature-list.tsx'
import classes from './current-membership.module.css'
import { featuresOf } from './membership-features.ts'

const NO_DAY = '–'

/** The current membership as a card, or links to both registrations. */
export function CurrentMembership({ membership }: { membership: Membership | null }) {
  if (!membership) return <NoMembership />
  const { plan_name, category, status, start_date, expiry_date, amount_paid } = membership
  const features = featuresOf(membership.features)
  const words = CATEGORY_LABELS[category]
  return (
    <section className={classes.current} aria-label="Current membership">
      <div className={classes.card} data-category={category}>
        <div className={classes.top}>
          <Logo size={40} />
          <span className={classes.category}>{words.plan}</span>
          <MembershipStatus status={status} />
        </div>
        <h2 className={classes.name}>{plan_name}</h2>
        <dl className={classes.facts}>
          <Fact label="Start">{start_date ? formatLongDay(start_date) : NO_DAY}</Fact>
          <Fact label="Expiry">{expiry_date ? formatLongDay(expiry_date) : NO_DAY}</Fact>
          <Fact label="Amount paid">{formatRupees(amount_paid)}</Fact>
        </dl>
      </div>
      <div className={classes.more}>
        {features.length > 0 && <h3>What it comes with</h3>}
        <FeatureList features={features} />
        {/* A plain link reloads the page, because only its own security policy allows the checkout. */}
        <Button component="a" href={words.path} variant="outline">
          Renew
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
  return (
    <EmptyState icon={<IconCertificate size={36} stroke={1.5} />} message="No Active Membership">
      <p>A membership helps us feed, treat and shelter animals.</p>
      <div className={classes.ways}>
        {Object.values(CATEGORY_LABELS).map(({ membership, path }) => (
          <Button key={path} component="a" href={path} variant="outline">
            {membership}
          </Button>
        ))}
      </div>
    </EmptyState>
  )
}
