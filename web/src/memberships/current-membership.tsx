import { Button } from '@mantine/core'
import { formatLongDay } from '@petsetu/contract/dates.ts'
import type { Membership } from '@petsetu/contract/memberships.ts'
import { formatRupees } from '@petsetu/contract/money.ts'
import { IconCertificate } from '@tabler/icons-react'
import { EmptyState } from '../ui/empty-state.tsx'
import { FeatureList } from '../ui/feature-list.tsx'
import { Logo } from '../ui/logo.tsx'
import { MembershipStatus } from '../ui/membership-status.tsx'
import { CATEGORY_WORDS } from './category-words.ts'
import classes from './current-membership.module.css'
import { featuresOf } from './membership-features.ts'

const NO_DAY = '–'

/** The membership that runs, as a card to be proud of; or the two ways to one. Paying pages are loaded anew: see their links. */
export function CurrentMembership({ membership }: { membership: Membership | null }) {
  if (!membership) return <NoMembership />
  const { plan_name, category, status, start_date, expiry_date, amount_paid } = membership
  const features = featuresOf(membership.features)
  const words = CATEGORY_WORDS[category]
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
        {/* A plain link: each page keeps the policy it came with, and only these may open the checkout. */}
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
        {Object.values(CATEGORY_WORDS).map(({ membership, path }) => (
          <Button key={path} component="a" href={path} variant="outline">
            {membership}
          </Button>
        ))}
      </div>
    </EmptyState>
  )
}
