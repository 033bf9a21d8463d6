import type { Registration } from '@petsetu/contract/supporters/memberships.ts'
import { type Plan, planCalls } from '@petsetu/contract/supporters/plans.ts'
import { pluralValues } from '@petsetu/languages/formats.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import type { ReactNode } from 'react'
import { useText } from '../../platform/languages/use-text.tsx'
import { priceOf } from '../../platform/lib/amounts.ts'
import { SelectField } from '../../platform/public-form/choice-field.tsx'
import { LongField } from '../../platform/public-form/field.tsx'
import type { FieldsOf } from '../../platform/public-form/use-public-form.ts'
import { AddressField, PayerFields } from './payer-fields.tsx'

/** The call for the plans of each category that are for sale. */
export const PLAN_CALLS = { regular: planCalls.listRegular, premium: planCalls.listPremium }

type Props = {
  form: FieldsOf<RegistrationValues>
  plans: Plan[]
  chosen: Plan | undefined
  /** Puts more ways to choose beside the field of the plan. */
  framePlan?: (field: ReactNode) => ReactNode
  isSelf?: boolean
}

export function RegistrationFields({ form, plans, chosen, framePlan = (field) => field, isSelf = true }: Props) {
  const text = useText()
  return (
    <>
      <PayerFields bind={form.getInputProps} isSelf={isSelf} />
      {framePlan(
        <SelectField
          name="plan_id"
          label={text('registration.plan')}
          required
          {...form.getInputProps('plan_id')}
          value={chosen ? String(chosen.id) : ''}
        >
          <option value="">{text('registration.planMissing')}</option>
          {plans.map((plan) => (
            <option key={plan.id} value={plan.id}>
              {optionOf(plan, text)}
            </option>
          ))}
        </SelectField>,
      )}
      <AddressField bind={form.getInputProps} isSelf={isSelf} />
      <LongField
        name="why_join"
        label={text('registration.whyJoin')}
        rows={2}
        required
        {...form.getInputProps('why_join')}
      />
    </>
  )
}

function optionOf({ name, price, duration_months }: Plan, text: Translate): string {
  const duration = text('units.months', pluralValues(duration_months))
  return text('registration.planOption', { plan: name, price: priceOf(price, text), duration })
}

export type RegistrationValues = { [Field in keyof Registration]: string }

/** An empty form with the known data of the person. */
export function valuesFor(person: { username: string; email: string } | null): RegistrationValues {
  return {
    name: person?.username ?? '',
    email: person?.email ?? '',
    phone: '',
    plan_id: '',
    address: '',
    why_join: '',
  }
}
