import { Button } from '@mantine/core'
import type { Plan } from '@petsetu/contract/plans.ts'
import { counted } from '@petsetu/languages/formats.ts'
import type { ReactNode, RefObject } from 'react'
import { PayActivity } from '../../checkout/pay-activity.tsx'
import { usePayState } from '../../checkout/pay-flow.ts'
import { PayNotice } from '../../checkout/pay-notice.tsx'
import { PayTerms } from '../../checkout/pay-terms.tsx'
import { useText } from '../../languages/use-text.tsx'
import { RegistrationFields } from '../../shared/registration-fields.tsx'
import { focusFirstError } from '../../ui/form/focus-first-error.ts'
import { keepFocus } from '../../ui/form/keep-focus.ts'
import { PrivacyNotice } from '../../ui/form/privacy-notice.tsx'
import { RestoredNotice } from '../../ui/form/restored-notice.tsx'
import card from '../../ui/layout/card.module.css'
import classes from './registering.module.css'
import type { useRegistering } from './use-registering.ts'

type Props = {
  registering: ReturnType<typeof useRegistering>
  plans: Plan[]
  heading: RefObject<HTMLHeadingElement | null>
  payee: string
  /** The payments that were rejected. */
  children: ReactNode
}

export function RegistrationForm({ registering, plans, heading, payee, children }: Props) {
  const text = useText()
  const { element, form, chosen, isRestored, clear, submit } = registering
  const { unconfirmed, message, activity } = usePayState('membership')
  const isBusy = activity !== null
  return (
    <form
      ref={element}
      className={classes.form}
      noValidate
      onSubmit={form.onSubmit(
        (values) => submit(values, chosen),
        (errors) => focusFirstError(element.current, errors),
      )}
    >
      <h2 ref={heading} className={classes.heading} tabIndex={-1}>
        {text('registration.registration')}
      </h2>
      {isRestored && <RestoredNotice onClear={clear} />}
      <div className={`${card.card} ${classes.fields}`}>
        <p className={classes.legend}>{text('forms.required')}</p>
        <RegistrationFields form={form} plans={plans} chosen={chosen} />
        <PrivacyNotice id="notice.membership" />
        {children}
        <PayNotice message={message} takesFocus />
        <PayTerms
          payee={payee}
          item={chosen ? text('paidFor.membershipMonths', termsOf(chosen)) : null}
          amount={chosen?.price ?? null}
          isSticky
        >
          <Button
            className={classes.submit ?? ''}
            type="submit"
            variant={unconfirmed.length > 0 ? 'default' : 'filled'}
            disabled={isBusy}
            onMouseDown={keepFocus}
          >
            {text(isBusy ? 'registration.processing' : 'registration.complete')}
          </Button>
        </PayTerms>
        <PayActivity purpose="membership" />
      </div>
    </form>
  )
}

function termsOf({ name, duration_months }: Plan) {
  return { plan: name, ...counted(duration_months) }
}
