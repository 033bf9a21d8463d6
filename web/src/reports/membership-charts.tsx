import type { MembershipStatus } from '@petsetu/contract/memberships.ts'
import type { PlanCategory } from '@petsetu/contract/plans.ts'
import type { MembershipSummary } from '@petsetu/contract/reports.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'
import { useText } from '../languages/use-text.tsx'
import { PieChart } from '../ui/chart/pie-chart.tsx'
import classes from './membership-charts.module.css'
import type { MEMBERSHIP_FILTERING } from './membership-filter.ts'

/** The filter that a slice chooses. */
export type ChosenByChart = {
  applied: typeof MEMBERSHIP_FILTERING.empty
  choose: (fields: { status?: string; category?: string }) => unknown
}

type Part<Value> = { value: Value; label: PlainId; colour: string }

const STATUSES: Part<MembershipStatus>[] = [
  { value: 'active', label: 'membershipStatus.active', colour: '#28a745' },
  { value: 'expired', label: 'membershipStatus.expired', colour: '#6c757d' },
  { value: 'cancelled', label: 'membershipStatus.cancelled', colour: '#dc3545' },
  { value: 'pending', label: 'membershipStatus.pending', colour: '#ffc107' },
]

const CATEGORIES: Part<PlanCategory>[] = [
  { value: 'regular', label: 'plan.regular', colour: '#007bff' },
  { value: 'premium', label: 'plan.premium', colour: '#fd7e14' },
]

type Props = { summary: MembershipSummary; filter: ChosenByChart }

/** The two pies. A slice shows its memberships alone; the chosen one shows all again. */
export function MembershipCharts({ summary, filter: { applied, choose } }: Props) {
  const text = useText()
  const toggled = (chosen: string, value: string) => (chosen === value ? '' : value)
  const words = {
    tableLabel: text('reports.asTable'),
    countHead: text('reports.count'),
    shareHead: text('reports.share'),
  }
  return (
    <div className={classes.charts}>
      <PieChart
        {...words}
        title={text('membershipReport.byStatus')}
        nameHead={text('columns.status')}
        shares={STATUSES.map(({ value, label, colour }) => ({
          label: text(label),
          count: summary[`${value}_memberships`],
          colour,
          isChosen: applied.status === value,
          onChoose: () => choose({ status: toggled(applied.status, value) }),
        }))}
      />
      <PieChart
        {...words}
        title={text('membershipReport.byCategory')}
        nameHead={text('membershipReport.category')}
        shares={CATEGORIES.map(({ value, label, colour }) => ({
          label: text(label),
          count: summary[`${value}_memberships`],
          colour,
          isChosen: applied.category === value,
          onChoose: () => choose({ category: toggled(applied.category, value) }),
        }))}
      />
    </div>
  )
}
