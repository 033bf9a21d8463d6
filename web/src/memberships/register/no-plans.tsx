import { Button } from '@mantine/core'
import type { PlanCategory } from '@petsetu/contract/plans.ts'
import { IconCertificate } from '@tabler/icons-react'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { CATEGORY_LABELS, otherCategory } from '../category-labels.ts'

export function NoPlans({ category }: { category: PlanCategory }) {
  const other = CATEGORY_LABELS[otherCategory(category)]
  return (
    <EmptyState icon={<IconCertificate size={36} stroke={1.5} />} message={`No ${category} plans yet`}>
      <p>Please come back later, or look at the other membership.</p>
      <Button component="a" href={other.path} variant="outline">
        {other.membership}
      </Button>
    </EmptyState>
  )
}
