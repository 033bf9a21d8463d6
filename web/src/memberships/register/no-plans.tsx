import { Button } from '@mantine/core'
import type { PlanCategory } from '@petsetu/contract/plans.ts'
import { IconCertificate } from '@tabler/icons-react'
import { useText } from '../../languages/use-text.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { CATEGORY_LABELS, otherCategory } from '../category-labels.ts'

export function NoPlans({ category }: { category: PlanCategory }) {
  const text = useText()
  const other = CATEGORY_LABELS[otherCategory(category)]
  return (
    <EmptyState icon={<IconCertificate size={36} stroke={1.5} />} message={text(CATEGORY_LABELS[category].noPlans)}>
      <p>{text('registration.noPlansHow')}</p>
      <Button component="a" href={other.path} variant="outline">
        {text(other.membership)}
      </Button>
    </EmptyState>
  )
}
