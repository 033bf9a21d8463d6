import { NativeSelect, Textarea } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { Plan } from '@petsetu/contract/supporters/plans.ts'
import { pluralValues } from '@petsetu/languages/formats.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { useText } from '../platform/languages/use-text.tsx'
import { priceOf } from '../platform/lib/amounts.ts'
import { AddressField, PayerFields } from './payer-fields.tsx'
import type { RegistrationValues } from './registration-values.ts'

type Props = { form: UseFormReturnType<RegistrationValues>; plans: Plan[]; chosen: Plan | undefined; isSelf?: boolean }

export function RegistrationFields({ form, plans, chosen, isSelf = true }: Props) {
  const text = useText()
  return (
    <>
      <PayerFields bind={form.getInputProps} isSelf={isSelf} />
      <NativeSelect
        label={text('registration.plan')}
        required
        data={[{ value: '', label: text('registration.planMissing') }, ...plans.map((plan) => optionOf(plan, text))]}
        {...form.getInputProps('plan_id')}
        value={chosen ? String(chosen.id) : ''}
      />
      <AddressField bind={form.getInputProps} isSelf={isSelf} />
      <Textarea label={text('registration.whyJoin')} rows={4} required {...form.getInputProps('why_join')} />
    </>
  )
}

function optionOf({ id, name, price, duration_months }: Plan, text: Translate): { value: string; label: string } {
  const duration = text('units.months', pluralValues(duration_months))
  return {
    value: String(id),
    label: text('registration.planOption', { plan: name, price: priceOf(price, text), duration }),
  }
}
