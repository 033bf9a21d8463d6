import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { Plan } from '@petsetu/contract/plans.ts'
import { counted, formatRupees } from '@petsetu/languages/formats.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { useText } from '../../languages/use-text.tsx'
import type { RegistrationValues } from './registration-values.ts'

type Props = { form: UseFormReturnType<RegistrationValues>; plans: Plan[]; chosen: Plan | undefined }

export function RegistrationFields({ form, plans, chosen }: Props) {
  const text = useText()
  return (
    <>
      <TextInput label="Name" autoComplete="name" required {...form.getInputProps('name')} />
      <TextInput label="Email" type="email" autoComplete="email" required {...form.getInputProps('email')} />
      <TextInput label="Phone" type="tel" autoComplete="tel" required {...form.getInputProps('phone')} />
      <NativeSelect
        label="Choose Membership Plan"
        required
        data={[{ value: '', label: 'Choose a plan' }, ...plans.map((plan) => optionOf(plan, text))]}
        {...form.getInputProps('plan_id')}
        value={chosen ? String(chosen.id) : ''}
      />
      <Textarea label="Address" rows={3} autoComplete="street-address" required {...form.getInputProps('address')} />
      <Textarea label="Why do you want to join?" rows={4} required {...form.getInputProps('why_join')} />
    </>
  )
}

function optionOf({ id, name, price, duration_months }: Plan, text: Translate): { value: string; label: string } {
  return {
    value: String(id),
    label: `${name} – ${formatRupees(price)} – ${text('units.months', counted(duration_months))}`,
  }
}
