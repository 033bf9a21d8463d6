import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { PlanValues } from './plan-values.ts'

const CATEGORIES = [
  { value: 'regular', label: 'Regular' },
  { value: 'premium', label: 'Premium' },
]

export function PlanFields({ form }: { form: UseFormReturnType<PlanValues> }) {
  return (
    <>
      <TextInput label="Plan Name" required {...form.getInputProps('name')} />
      <NativeSelect label="Category" required data={CATEGORIES} {...form.getInputProps('category')} />
      <TextInput
        label="Duration (month)"
        type="number"
        inputMode="numeric"
        min={1}
        step={1}
        required
        {...form.getInputProps('duration_months')}
      />
      <TextInput
        label="Price (₹)"
        description="0 for a plan that costs nothing"
        type="number"
        inputMode="decimal"
        min={0}
        step="any"
        required
        {...form.getInputProps('price')}
      />
      <Textarea label="Description" rows={3} required {...form.getInputProps('description')} />
      <Textarea
        label="Features"
        description="Each feature goes on a new line and is shown as a bullet point"
        rows={5}
        required
        {...form.getInputProps('features')}
      />
    </>
  )
}
