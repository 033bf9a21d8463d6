import { Button, NativeSelect, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { DONATION_RUPEES_MIN } from '@petsetu/contract/platform/money.ts'
import { DONATION_CAUSES, shownCause } from '@petsetu/contract/supporters/donation-causes.ts'
import { formatCount, formatRupees } from '@petsetu/languages/formats.ts'
import { useText } from '../platform/languages/use-text.tsx'
import { typedRupees } from '../platform/lib/typed-rupees.ts'
import { FieldGroup } from '../platform/ui/form/field-group.tsx'
import { AMOUNTS_RUPEES, type DonationValues } from './donation-values.ts'
import { AddressField, PayerFields } from './payer-fields.tsx'

type Props = { form: UseFormReturnType<DonationValues> }
type GiverProps = Props & { isSelf?: boolean }

export function DonationFields({ form, isSelf = true }: GiverProps) {
  return (
    <>
      <Gift form={form} />
      <Giver form={form} isSelf={isSelf} />
    </>
  )
}

// No style sheet: the app's first script names every one, and must stay small.
const AMOUNTS = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(120px, 1fr))',
  ...{ gap: 8, padding: 0, margin: 0, border: 0 },
} as const

// The border stays as wide as that of the others, so that nothing moves.
const CHOSEN = { borderColor: 'var(--brand)', background: 'var(--brand-soft)', color: 'var(--brand)' } as const

function Gift({ form }: Props) {
  const text = useText()
  const chosen = typedRupees(form.values.amount)
  return (
    <FieldGroup heading={text('donating.gift')}>
      <fieldset style={AMOUNTS}>
        <legend className="visually-hidden">{text('donating.amounts')}</legend>
        {AMOUNTS_RUPEES.map((amount) => (
          <Button
            key={amount}
            px={16}
            variant="default"
            {...(amount === chosen && { style: CHOSEN })}
            aria-pressed={amount === chosen}
            onClick={() => form.setFieldValue('amount', formatCount(amount))}
          >
            {formatRupees(amount)}
          </Button>
        ))}
      </fieldset>
      <TextInput
        label={text('donating.amount')}
        description={text('donating.amountHint', { min: formatRupees(DONATION_RUPEES_MIN) })}
        inputMode="decimal"
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

function Giver({ form, isSelf = true }: GiverProps) {
  const text = useText()
  return (
    <FieldGroup heading={text(isSelf ? 'donating.you' : 'donating.donor')}>
      <PayerFields bind={form.getInputProps} isSelf={isSelf} />
      <AddressField bind={form.getInputProps} isSelf={isSelf} />
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
