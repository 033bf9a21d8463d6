import type { MembershipSummary } from '@petsetu/contract/reports.ts'
import { PieChart } from '../ui/chart/pie-chart.tsx'
import classes from './membership-charts.module.css'

export function MembershipCharts({ summary }: { summary: MembershipSummary }) {
  return (
    <div className={classes.charts}>
      <PieChart
        title="Status Distribution"
        shares={[
          { label: 'Active', count: summary.active_memberships, colour: '#28a745' },
          { label: 'Expired', count: summary.expired_memberships, colour: '#6c757d' },
          { label: 'Cancelled', count: summary.cancelled_memberships, colour: '#dc3545' },
          { label: 'Pending', count: summary.pending_memberships, colour: '#ffc107' },
        ]}
      />
      <PieChart
        title="Category Distribution"
        shares={[
          { label: 'Regular', count: summary.regular_memberships, colour: '#007bff' },
          { label: 'Premium', count: summary.premium_memberships, colour: '#fd7e14' },
        ]}
      />
    </div>
  )
}
