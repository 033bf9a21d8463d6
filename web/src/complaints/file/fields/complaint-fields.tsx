import { shownType, storedType, suggestedTypes } from '@petsetu/contract/complaints/complaint-facts.ts'
import { lastBegunDay } from '@petsetu/contract/platform/calendar.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import { FILING_FEE_RUPEES_MIN } from '@petsetu/contract/platform/money.ts'
import { formatLongDay, formatRupees } from '@petsetu/languages/formats.ts'
import { type ComponentProps, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { useText } from '../../../platform/languages/use-text.tsx'
import { Field, FieldFrame, LongField } from '../../../platform/public-form/field.tsx'
import { FormButton, useScript } from '../../../platform/public-form/form-card.tsx'
import styles from '../../../platform/public-form/public-form.module.css'
import { isTypedHere } from '../../../platform/public-form/use-public-form.ts'
import { FieldGroup } from '../../../platform/ui/fields/field-group.tsx'
import { completeYear, DAY_FIELD, ShownDay, typeDay } from '../../../platform/ui/fields/shown-day.tsx'
import { bindField, type Form } from '../complaint-values.ts'
import { MoreDetails } from './more-details.tsx'

type Props = { form: Form; readOnly?: boolean; children?: ReactNode }

/** `children` stand below the description. */
export function ComplaintFields({ form, readOnly = false, children }: Props) {
  const text = useText()
  const mode = { required: !readOnly, readOnly }
  return (
    <>
      <FieldGroup heading={text('complaintForm.aboutYou')}>
        <Field label={text('complaintForm.fullName')} autoComplete="name" {...mode} {...bindField(form, 'fullname')} />
        <Field
          label={text('complaintForm.email')}
          type="email"
          autoComplete="email"
          {...mode}
          {...bindField(form, 'email')}
        />
        <Field
          label={text('complaintForm.phone')}
          type="tel"
          autoComplete="tel"
          {...mode}
          {...bindField(form, 'phone')}
        />
      </FieldGroup>
      <FieldGroup heading={text('complaintForm.whatHappened')}>
        <TypeField form={form} readOnly={readOnly} />
        <Field
          label={text('complaintForm.location')}
          hint={!readOnly && text('complaintForm.locationHint')}
          {...mode}
          {...bindField(form, 'location_of_incident')}
        />
        <DateField form={form} readOnly={readOnly} />
        <LongField
          label={text('complaintForm.description')}
          hint={!readOnly && text('complaintForm.descriptionHint')}
          rows={6}
          {...mode}
          {...bindField(form, 'description')}
        />
        {children}
        <MoreDetails form={form} readOnly={readOnly} />
      </FieldGroup>
    </>
  )
}

export function FeeField({ form }: { form: Form }) {
  const text = useText()
  return (
    <Field
      label={text('complaintForm.fee')}
      hint={text('complaintForm.feeHint', { amount: formatRupees(FILING_FEE_RUPEES_MIN) })}
      inputMode="decimal"
      required
      {...bindField(form, 'amount')}
    />
  )
}

const FIELD = 'type_of_complaint'

type TypeProps = { form: Form; readOnly: boolean }

/** The usual types as choices, and a text for any other. The form holds a type as it is stored, and shows it in the page's language. */
export function TypeField({ form, readOnly }: TypeProps) {
  const text = useText()
  if (!readOnly) return <TypeChoices form={form} />
  return <Field name={FIELD} label={text('complaintForm.type')} readOnly value={shownType(form.values[FIELD], text)} />
}

function TypeChoices({ form }: Pick<TypeProps, 'form'>) {
  const text = useText()
  const id = useId()
  // Somebody who writes in their own words may write a usual type on the way.
  const [wantsOther, setWantsOther] = useState(false)
  const group = useRef<HTMLDivElement>(null)
  const shown = shownType(form.values[FIELD], text)
  const error = form.errors[FIELD] as string | undefined
  const types = suggestedTypes(text)
  const isOther = wantsOther || (shown !== '' && !types.includes(shown))
  const groupError = isOther ? undefined : error

  function choose(type: string, isOtherChosen = false) {
    setWantsOther(isOtherChosen)
    form.setFieldValue(FIELD, storedType(type, text))
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the script takes over what the server has rendered.
  useLayoutEffect(() => {
    const chosen = group.current?.querySelector<HTMLInputElement>('input:checked')
    if (!chosen || chosen.value === shown) return
    if (isTypedHere(chosen)) choose(chosen.value, chosen.value === '')
    else chosen.checked = false
  }, [])

  return (
    <>
      <div className={styles.field}>
        <span id={`${id}-label`} className={styles.label} data-required>
          {text('complaintForm.type')}
        </span>
        <div
          ref={group}
          className={styles.choices}
          role="radiogroup"
          aria-labelledby={`${id}-label`}
          {...(groupError && { 'aria-invalid': true, 'aria-describedby': `${id}-error` })}
        >
          {types.map((type, index) => (
            <label key={type} className={styles.choice}>
              <input
                type="radio"
                name={id}
                value={type}
                required
                checked={!isOther && type === shown}
                onChange={() => choose(type)}
                {...(index === 0 && !isOther && { 'data-path': FIELD })}
              />
              {type}
            </label>
          ))}
          <label className={styles.choice}>
            <input type="radio" name={id} value="" required checked={isOther} onChange={() => choose('', true)} />
            {text('complaintForm.typeOther')}
          </label>
        </div>
        {groupError && (
          <p id={`${id}-error`} className={styles.error}>
            {groupError}
          </p>
        )}
      </div>
      {isOther && (
        <Field
          label={text('complaintForm.typeOwn')}
          autoComplete="off"
          required
          {...bindField(form, FIELD)}
          value={shown}
          onChange={(event) => choose(event.currentTarget.value, true)}
        />
      )}
    </>
  )
}

export function DateField({ form, readOnly }: { form: Form; readOnly: boolean }) {
  const text = useText()
  // A page that was kept for use without a connection would name the day on which it was kept.
  const max = useScript() ? lastBegunDay() : undefined
  return (
    <DayField
      label={text('complaintForm.date')}
      max={max}
      required={!readOnly}
      readOnly={readOnly}
      {...bindField(form, 'date_of_incident')}
    />
  )
}

const DAY_MS = 86_400_000

/** A day. Once the script has loaded it is shown in Indian order, with buttons for the two that are meant most. */
function DayField(props: ComponentProps<typeof Field>) {
  const text = useText()
  const field = useRef<HTMLInputElement>(null)
  const hasScript = useScript()
  return (
    <FieldFrame field={props}>
      {(input) => (
        <>
          <div className={hasScript ? DAY_FIELD : undefined}>
            <input className={styles.control} {...input} ref={field} onBlurCapture={completeYear} type="date" />
            {hasScript && <ShownDay value={String(input.value ?? '')} format={formatLongDay} isOver />}
          </div>
          {hasScript && !input.readOnly && (
            <div className={styles.days}>
              <FormButton type="button" isSide onClick={() => typeDay(field.current, Date.parse(today()))}>
                {text('form.today')}
              </FormButton>
              <FormButton type="button" isSide onClick={() => typeDay(field.current, Date.parse(today()) - DAY_MS)}>
                {text('form.yesterday')}
              </FormButton>
            </div>
          )}
        </>
      )}
    </FieldFrame>
  )
}
