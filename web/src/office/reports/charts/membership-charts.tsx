import { SimpleGrid } from '@mantine/core'
import type { MembershipSummary } from '@petsetu/contract/office/reports.ts'
import { MEMBERSHIP_STATUSES, membershipStatuses } from '@petsetu/contract/supporters/membership-facts.ts'
import type { PlanCategory } from '@petsetu/contract/supporters/plans.ts'
import { useText } from '../../../platform/languages/use-text.tsx'
import { PieChart } from '../../../platform/ui/chart/pie-chart.tsx'
import { CATEGORIES } from '../membership-table.tsx'

type Chosen = { status: (typeof MEMBERSHIP_STATUSES)[number] | ''; category: PlanCategory | '' }

/** The filter that a slice chooses. */
type ChosenByChart = { applied: Chosen; choose: (fields: Partial<Chosen>) => unknown }

const CATEGORY_COLOURS: [PlanCategory, string][] = [
  ['regular', '#007bff'],
  ['premium', '#fd7e14'],
]

type Props = { summary: MembershipSummary; filter: ChosenByChart }

/** The two pies. A slice shows its memberships alone; the chosen one shows all again. */
export function MembershipCharts({ summary, filter: { applied, choose } }: Props) {
  const text = useText()
  const toggled = <Value extends string>(chosen: string, value: Value) => (chosen === value ? '' : value)
  const words = {
    tableLabel: text('reports.asTable'),
    countHead: text('reports.count'),
    shareHead: text('reports.share'),
  }
  return (
    <SimpleGrid minColWidth="min(100%, 22rem)" autoFlow="auto-fit" mih={240} mb="lg">
      <PieChart
        {...words}
        title={text('membershipReport.byStatus')}
        nameHead={text('columns.status')}
        shares={MEMBERSHIP_STATUSES.map((value) => ({
          label: text(membershipStatuses[value].label),
          count: summary[`${value}_memberships`],
          colour: membershipStatuses[value].colour,
          isChosen: applied.status === value,
          onChoose: () => choose({ status: toggled(applied.status, value) }),
        }))}
      />
      <PieChart
        {...words}
        title={text('membershipReport.byCategory')}
        nameHead={text('membershipReport.category')}
        shares={CATEGORY_COLOURS.map(([value, colour]) => ({
          label: text(CATEGORIES[value]),
          count: summary[`${value}_memberships`],
          colour,
          isChosen: applied.category === value,
          onChoose: () => choose({ category: toggled(applied.category, value) }),
        }))}
      />
    </SimpleGrid>
  )
}
