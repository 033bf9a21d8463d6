import { DONATION_RUPEES_MIN } from '@petsetu/contract/platform/money.ts'
import {
  type AmountTexts,
  DONATION_CAUSES,
  MONEY_SOURCES,
  SUGGESTED_RUPEES,
  shownCause,
} from '@petsetu/contract/supporters/donation-causes.ts'
import { formatCount, formatRupees } from '@petsetu/languages/formats.ts'
import { useText } from '../../platform/languages/use-text.tsx'
import { typedRupees } from '../../platform/lib/amounts.ts'
import { SelectField } from '../../platform/public-form/choice-field.tsx'
import { Field } from '../../platform/public-form/field.tsx'
import { FormButton } from '../../platform/public-form/form-card.tsx'
import type { FieldsOf } from '../../platform/public-form/use-public-form.ts'
import { FieldGroup } from '../../platform/ui/fields/field-group.tsx'
import classes from './donation-fields.module.css'
import { type DonationValues, SOURCE_LABELS } from './donation-values.ts'
import { AddressField, PayerFields } from './payer-fields.tsx'

type Props = { form: FieldsOf<DonationValues> }
type GiverProps = Props & { isSelf: boolean }
type GiftProps = Props & { amountTexts: AmountTexts }

export function DonationFields({ form, isSelf = true, amountTexts = {} }: Props & Partial<GiverProps & GiftProps>) {
  return (
    <>
      <Gift form={form} amountTexts={amountTexts} />
      <Giver form={form} isSelf={isSelf} />
    </>
  )
}

function Gift({ form, amountTexts }: GiftProps) {
  const text = useText()
  const chosen = typedRupees(form.values.amount)
  return (
    <FieldGroup heading={text('donating.amounts')}>
      <div className={classes.amounts}>
        {SUGGESTED_RUPEES.map((amount) => (
          <FormButton
            key={amount}
            type="button"
            isSide
            aria-pressed={amount === chosen}
            onClick={() => form.setFieldValue('amount', formatCount(amount))}
          >
            {formatRupees(amount)}
            {amountTexts[amount] && <small> {amountTexts[amount]}</small>}
          </FormButton>
        ))}
      </div>
      <Field
        name="amount"
        label={text('donating.amount')}
        hint={text('donating.amountHint', { min: formatRupees(DONATION_RUPEES_MIN) })}
        inputMode="decimal"
        autoComplete="off"
        required
        {...form.getInputProps('amount')}
      />
      <SelectField name="purpose" label={text('donating.purpose')} required {...form.getInputProps('purpose')}>
        {DONATION_CAUSES.map((cause) => (
          <option key={cause} value={cause}>
            {shownCause(cause, text)}
          </option>
        ))}
      </SelectField>
    </FieldGroup>
  )
}

function Giver({ form, isSelf }: GiverProps) {
  const text = useText()
  return (
    <>
      <FieldGroup heading={text(isSelf ? 'donating.you' : 'donating.donor')}>
        <PayerFields bind={form.getInputProps} isSelf={isSelf} isOptional={!isSelf} />
      </FieldGroup>
      <FieldGroup heading={text('donating.forReceipt')}>
        <AddressField bind={form.getInputProps} isSelf={isSelf} isOptional={!isSelf} />
        <SelectField
          name="money_source"
          label={text('donating.source')}
          hint={text('donating.sourceHint')}
          required
          {...form.getInputProps('money_source')}
        >
          <option value="">{text('donating.choose')}</option>
          {MONEY_SOURCES.map((source) => (
            <option key={source} value={source}>
              {text(SOURCE_LABELS[source])}
            </option>
          ))}
        </SelectField>
        <Field
          name="pan"
          label={text('donating.pan')}
          hint={text('donating.panHint')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          {...form.getInputProps('pan')}
        />
      </FieldGroup>
    </>
  )
}
