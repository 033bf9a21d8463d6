import type { MembershipSummary } from '@petsetu/contract/reports.ts'
import { useText } from '../languages/use-text.tsx'
import { PieChart } from '../ui/chart/pie-chart.tsx'
import classes from './membership-charts.module.css'

export function MembershipCharts({ summary }: { summary: MembershipSummary }) {
  const text = useText()
  return (
    <div className={classes.charts}>
      <PieChart
        title={text('membershipReport.byStatus')}
        shares={[
          { label: text('membershipStatus.active'), count: summary.active_memberships, colour: '#28a745' },
          { label: text('membershipStatus.expired'), count: summary.expired_memberships, colour: '#6c757d' },
          { label: text('membershipStatus.cancelled'), count: summary.cancelled_memberships, colour: '#dc3545' },
          { label: text('membershipStatus.pending'), count: summary.pending_memberships, colour: '#ffc107' },
        ]}
      />
      <PieChart
        title={text('membershipReport.byCategory')}
        shares={[
          { label: text('plan.regular'), count: summary.regular_memberships, colour: '#007bff' },
          { label: text('plan.premium'), count: summary.premium_memberships, colour: '#fd7e14' },
        ]}
      />
    </div>
  )
}
