import { Button } from '@mantine/core'
import type { SessionUser } from '@petsetu/contract/auth.ts'
import { shownCause } from '@petsetu/contract/donation-causes.ts'
import { formatRupees } from '@petsetu/languages/formats.ts'
import { PayActivity } from '../../checkout/pay-activity.tsx'
import { usePayState } from '../../checkout/pay-flow.ts'
import { PayNotice } from '../../checkout/pay-notice.tsx'
import { PayTerms } from '../../checkout/pay-terms.tsx'
import { UnconfirmedPayments } from '../../checkout/unconfirmed-payments.tsx'
import { useText } from '../../languages/use-text.tsx'
import { typedRupees } from '../../lib/typed-rupees.ts'
import { DonationFields } from '../../shared/donation-fields.tsx'
import { focusFirstError } from '../../ui/form/focus-first-error.ts'
import { keepFocus } from '../../ui/form/keep-focus.ts'
import { PrivacyNotice } from '../../ui/form/privacy-notice.tsx'
import { RestoredNotice } from '../../ui/form/restored-notice.tsx'
import card from '../../ui/layout/card.module.css'
import { DonatedPanel } from './donated-panel.tsx'
import { PAGE, PANEL, SENTENCE } from './donating-styles.ts'
import { useDonating } from './use-donating.ts'

/** The form; while a payment is unconfirmed, its state replaces it. */
export function Donating({ user, payee }: { user: SessionUser | null; payee: string }) {
  const text = useText()
  const { element, form, isRestored, clear, submit } = useDonating(user)
  const { done, unconfirmed, message, activity } = usePayState('donation')
  const isBusy = activity !== null
  const rupees = typedRupees(form.values.amount)

  if (done) return <DonatedPanel {...done} />
  const payments = (
    <UnconfirmedPayments purpose="donation" payments={unconfirmed} busyLabel={text('donating.processing')} />
  )
  if (unconfirmed.some(({ refusal }) => !refusal)) return payments
  return (
    <form
      ref={element}
      style={PAGE}
      noValidate
      onSubmit={form.onSubmit(submit, (errors) => focusFirstError(element.current, errors))}
    >
      {isRestored && <RestoredNotice onClear={clear} />}
      <div className={card.card} style={{ ...PAGE, ...PANEL, gap: 28 }}>
        <p style={SENTENCE}>{text('forms.required')}</p>
        <DonationFields form={form} />
        <PrivacyNotice id="notice.donation" />
        {payments}
        <PayNotice message={message} takesFocus />
        <PayTerms
          payee={payee}
          item={text('paidFor.donation', { purpose: shownCause(form.values.purpose, text) })}
          amount={rupees > 0 ? rupees : null}
        >
          <Button
            type="submit"
            style={{ justifySelf: 'start' }}
            color="heart"
            variant={unconfirmed.length > 0 ? 'default' : 'filled'}
            disabled={isBusy}
            onMouseDown={keepFocus}
          >
            <SubmitLabel rupees={rupees} isBusy={isBusy} />
          </Button>
        </PayTerms>
        <PayActivity purpose="donation" />
      </div>
    </form>
  )
}

function SubmitLabel({ rupees, isBusy }: { rupees: number; isBusy: boolean }) {
  const text = useText()
  if (isBusy) return text('donating.processing')
  return rupees > 0 ? text('donating.donate', { amount: formatRupees(rupees) }) : text('donating.donateNothing')
}
