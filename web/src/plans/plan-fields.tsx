import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useText } from '../languages/use-text.tsx'
import { PLAN_CATEGORIES, type PlanValues, planLabels } from './plan-values.ts'

export function PlanFields({ form }: { form: UseFormReturnType<PlanValues> }) {
  const text = useText()
  const labels = planLabels(text)
  const categories = Object.entries(PLAN_CATEGORIES).map(([value, id]) => ({ value, label: text(id) }))
  return (
    <>
      <TextInput label={labels.name} required {...form.getInputProps('name')} />
      <NativeSelect label={labels.category} required data={categories} {...form.getInputProps('category')} />
      <TextInput
        label={labels.duration_months}
        type="number"
        inputMode="numeric"
        min={1}
        step={1}
        required
        {...form.getInputProps('duration_months')}
      />
      <TextInput
        label={labels.price}
        description={text('plans.priceHint')}
        inputMode="decimal"
        required
        {...form.getInputProps('price')}
      />
      <Textarea label={labels.description} rows={3} required {...form.getInputProps('description')} />
      <Textarea
        label={labels.features}
        description={text('plans.featuresHint')}
        rows={5}
        required
        {...form.getInputProps('features')}
      />
    </>
  )
}
