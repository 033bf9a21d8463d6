import { Button, NativeSelect, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { DONATION_CAUSES, shownCause } from '@petsetu/contract/donation-causes.ts'
import { DONATION_RUPEES_MAX, DONATION_RUPEES_MIN } from '@petsetu/contract/money.ts'
import { formatRupees } from '@petsetu/languages/formats.ts'
import { rupeesOf } from '../../checkout/amounts.ts'
import { AddressField, PayerFields } from '../../checkout/payer-fields.tsx'
import { useText } from '../../languages/use-text.tsx'
import { FieldGroup } from '../../ui/form/field-group.tsx'
import { AMOUNTS_RUPEES, type DonationValues } from './donation-values.ts'

type Props = { form: UseFormReturnType<DonationValues> }

export function DonationFields({ form }: Props) {
  return (
    <>
      <Gift form={form} />
      <Giver form={form} />
    </>
  )
}

// No style sheet: the app's first script names every one, and must stay small.
const AMOUNTS = { display: 'flex', flexWrap: 'wrap', gap: 8, padding: 0, margin: 0, border: 0 } as const

function Gift({ form }: Props) {
  const text = useText()
  const chosen = rupeesOf(form.values.amount)
  return (
    <FieldGroup heading={text('donating.gift')}>
      <fieldset style={AMOUNTS}>
        <legend className="visually-hidden">{text('donating.amounts')}</legend>
        {AMOUNTS_RUPEES.map((amount) => (
          <Button
            key={amount}
            px={16}
            variant={amount === chosen ? 'light' : 'default'}
            aria-pressed={amount === chosen}
            onClick={() => form.setFieldValue('amount', String(amount))}
          >
            {formatRupees(amount)}
          </Button>
        ))}
      </fieldset>
      <TextInput
        label={text('donating.amount')}
        description={text('donating.amountHint', { min: formatRupees(DONATION_RUPEES_MIN) })}
        type="number"
        inputMode="decimal"
        min={DONATION_RUPEES_MIN}
        max={DONATION_RUPEES_MAX}
        required
        {...form.getInputProps('amount')}
      />
      <NativeSelect
        label={text('donating.purpose')}
        required
        data={DONATION_CAUSES.map((cause) => ({ value: cause, label: shownCause(cause, text) }))}
        {...form.getInputProps('purpose')}
      />
    </FieldGroup>
  )
}

function Giver({ form }: Props) {
  const text = useText()
  return (
    <FieldGroup heading={text('donating.you')}>
      <PayerFields bind={form.getInputProps} />
      <AddressField bind={form.getInputProps} />
      <TextInput
        label={text('donating.pan')}
        description={text('donating.panHint')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={10}
        {...form.getInputProps('pan')}
      />
    </FieldGroup>
  )
}
