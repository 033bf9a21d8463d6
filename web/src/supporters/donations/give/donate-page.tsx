import { PAISE_PER_RUPEE } from '@petsetu/contract/platform/money.ts'
import type { DonationFacts } from '@petsetu/contract/site/public-pages.ts'
import type { Site } from '@petsetu/contract/site/site.ts'
import { DONATION_CAUSES, shownCause } from '@petsetu/contract/supporters/donation-causes.ts'
import { donationCalls } from '@petsetu/contract/supporters/donations.ts'
import { visitorPaths } from '@petsetu/contract/visitor-paths.ts'
import { formatRupees } from '@petsetu/languages/formats.ts'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { payFlow, useCheckoutPage, usePayState } from '../../../payments/checkout/pay-flow.ts'
import { PayActivity, PayNotice, UnconfirmedPayments } from '../../../payments/checkout/pay-notices.tsx'
import type { PayState } from '../../../payments/checkout/pay-state.ts'
import { PayTerms } from '../../../payments/checkout/pay-terms.tsx'
import { orderOf } from '../../../payments/checkout/provider.ts'
import type { Created, PayCalls } from '../../../payments/checkout/run-payment.ts'
import { useKnownUser, useOwner, usePersonKey } from '../../../people/auth/ended-session.ts'
import { pageText } from '../../../platform/languages/page-text.ts'
import { useText } from '../../../platform/languages/use-text.tsx'
import { paiseOf, typedRupees } from '../../../platform/lib/amounts.ts'
import { CallError } from '../../../platform/lib/requests/request.ts'
import { requestData } from '../../../platform/lib/requests/request-data.ts'
import { paidFor } from '../../../platform/lib/storage/last-receipt.ts'
import { FormButton, FormTitle, SideLink, useScript } from '../../../platform/public-form/form-card.tsx'
import publicForm from '../../../platform/public-form/public-form.module.css'
import { usePublicForm } from '../../../platform/public-form/use-public-form.ts'
import { Notice } from '../../../platform/ui/feedback/notice.tsx'
import { focusFirstError } from '../../../platform/ui/form/focus-first-error.ts'
import { keepFocus } from '../../../platform/ui/form/keep-focus.ts'
import { PrivacyNotice } from '../../../platform/ui/form/privacy-notice.tsx'
import { RestoredNotice } from '../../../platform/ui/form/restored-notice.tsx'
import { DonationFields } from '../../../shared/payers/donation-fields.tsx'
import { bodyOf, type DonationValues, valuesFor } from '../../../shared/payers/donation-values.ts'
import { PaidPanel } from '../../../shared/payments/paid-panel.tsx'
import styles from './donate-page.module.css'

const DONATION_CALLS: PayCalls = {
  async verify({ id }, reply) {
    const body = { ...reply, donation_id: id }
    return (await requestData(donationCalls.verifyPayment, { body })).receipt_path
  },
}

export function DonatePage({ site, facts }: { site: Site; facts: DonationFacts }) {
  const text = useText()
  const personKey = usePersonKey()
  useCheckoutPage('donation', site, DONATION_CALLS)
  const { done } = usePayState('donation')
  return (
    <>
      <FormTitle
        width={done ? undefined : 'wide'}
        picture={done ? '/drawing-done.svg' : '/door-member.svg'}
        under={!done && text('donating.hint')}
      >
        {text(done ? 'donating.thanks' : 'titles.donate')}
      </FormTitle>
      {/* The key clears the form after signing out, for the next person. */}
      <Donating key={personKey} payee={site.legalName} {...facts} />
    </>
  )
}

/** The form; while a payment is unconfirmed, its state replaces it. */
function Donating({ payee, taxSection, amountTexts }: DonationFacts & { payee: string }) {
  const text = useText()
  const { element, form, isRestored, clear, submit } = useDonating()
  const { done, unconfirmed, message, activity } = usePayState('donation')
  const isBusy = activity !== null
  const rupees = typedRupees(form.values.amount)
  const hasScript = useScript()
  const item = text('paidFor.donation', { purpose: shownCause(form.values.purpose, text) })

  if (done) return <DonatedPanel {...done} amountTexts={amountTexts} />
  const payments = (
    <UnconfirmedPayments place="donation" payments={unconfirmed} busyLabel={text('donating.processing')} />
  )
  if (unconfirmed.some(({ refusal }) => !refusal)) return payments
  return (
    <form
      ref={element}
      className={styles.page}
      method="post"
      noValidate
      onSubmit={form.onSubmit(submit, (errors) => focusFirstError(element.current, errors))}
    >
      {isRestored && <RestoredNotice onClear={clear} />}
      <div className={`${publicForm.card} ${styles.fields}`}>
        <p className={publicForm.hint}>
          {text('donating.receiptMailed')} {taxSection && text('donating.deductible', { section: taxSection })}{' '}
          {text('forms.required')}
        </p>
        <DonationFields form={form} amountTexts={amountTexts} />
        <PrivacyNotice id="notice.donation" />
        {payments}
        <PayNotice message={message} takesFocus />
        <DonationTerms payee={payee} item={item} rupees={rupees}>
          {/* Nobody pays without the script: sent by the browser itself, the form would lead nowhere. */}
          <FormButton
            data-tone="heart"
            isSide={unconfirmed.length > 0}
            isBusy={isBusy}
            disabled={!hasScript}
            onMouseDown={keepFocus}
          >
            <SubmitLabel rupees={rupees} isBusy={isBusy} />
          </FormButton>
        </DonationTerms>
        <PayActivity place="donation" />
      </div>
    </form>
  )
}

type TermsProps = { payee: string; item: string; rupees: number; children: ReactNode }

/** On a phone the button stays in view, but only while the amount is not. */
function DonationTerms({ payee, item, rupees, children }: TermsProps) {
  const [isAmountAway, setAmountAway] = useState(false)
  useEffect(() => {
    const field = document.getElementsByName('amount')[0]
    if (!field) return
    const observer = new IntersectionObserver(([seen]) => setAmountAway(!seen?.isIntersecting))
    observer.observe(field)
    return () => observer.disconnect()
  }, [])
  return (
    <PayTerms payee={payee} item={item} amount={rupees > 0 ? rupees : null} isSticky={rupees > 0 && isAmountAway}>
      {children}
    </PayTerms>
  )
}

function SubmitLabel({ rupees, isBusy }: { rupees: number; isBusy: boolean }) {
  const text = useText()
  if (isBusy) return text('donating.processing')
  return rupees > 0 ? text('donating.donate', { amount: formatRupees(rupees) }) : text('donating.donateNothing')
}

/** The thanks, with the way to the receipt. */
function DonatedPanel({
  subject,
  message,
  receiptPath,
  isSettled,
  amountTexts,
}: NonNullable<PayState['done']> & Pick<DonationFacts, 'amountTexts'>) {
  const text = useText()
  // A donation that an earlier version of this page began has no cause.
  const cause = subject.cause ? text('paidFor.donation', { purpose: shownCause(subject.cause, text) }) : ''
  // A gift for one cause may not be spent on the example beside the amount.
  const effect = subject.cause === DONATION_CAUSES[0] && amountTexts[subject.amountPaise / PAISE_PER_RUPEE]
  const item = effect ? `${effect}\n${cause}` : cause
  useEffect(() => {
    scrollTo({ top: 0 })
  }, [])
  return (
    <section className={`${publicForm.card} ${styles.done}`} aria-label={text('donating.thanks')}>
      {isSettled ? (
        <Notice kind="done" isAlert takesFocus>
          {message}
        </Notice>
      ) : (
        <PaidPanel
          path={receiptPath}
          paidFor={{ ...paidFor('donation', subject), item }}
          daysMax={0}
          isVisitor={false}
          message={message}
        />
      )}
      <div className={styles.ways}>
        <ShareButton />
        <SideLink href={visitorPaths.home.to({})}>{text('donating.home')}</SideLink>
        <FormButton type="button" isSide onClick={() => payFlow('donation').another()}>
          {text('donating.again')}
        </FormButton>
      </div>
    </section>
  )
}

/** Passes the page on with an app of the phone; nothing in a browser that cannot share. */
function ShareButton() {
  const text = useText()
  if (!('share' in navigator)) return null
  // Whoever closes the phone's sheet has changed their mind.
  const share = () => navigator.share({ title: document.title, url: location.href }).catch(() => {})
  return (
    <FormButton type="button" isSide onClick={share}>
      {text('donating.share')}
    </FormButton>
  )
}

/** The fields of a donation, and sending them. `element` is the form on the page. */
function useDonating() {
  const element = useRef<HTMLFormElement>(null)
  const { form, isRestored, clear, forgetDraft } = usePublicForm({
    initial: valuesFor(useKnownUser()),
    draft: { owner: useOwner(), form: 'donation' },
    loadChecks: async () => (await import('../../../shared/payers/donation-checks.ts')).errorsOf,
    neverKept: ['pan'],
    element,
  })
  const isDone = usePayState('donation').done !== null
  const { name } = form.values

  useEffect(() => payFlow('donation').setPayer(name), [name])

  // biome-ignore lint/correctness/useExhaustiveDependencies: when it is done, not when the form is built anew.
  useEffect(() => {
    if (!isDone) return
    clear()
    void forgetDraft()
  }, [isDone])

  async function submit(values: DonationValues) {
    const outcome = await payFlow('donation').start((signal, isAnother) => donate(values, signal, isAnother))
    if (outcome?.kind !== 'failed' || !(outcome.error instanceof CallError)) return
    form.setErrors(outcome.error.fields)
    focusFirstError(element.current, outcome.error.fields)
  }

  return { element, form, isRestored, clear, submit }
}

/**
 * Opens the order of a donation, or of the unpaid one with the same details. One that was paid today is settled, unless another one is
 * wanted.
 */
async function donate(values: DonationValues, signal: AbortSignal, isAnother: boolean): Promise<Created> {
  const body = { ...bodyOf(values), ...(isAnother && { is_another: true }) }
  const { donation_id, order_id, checkout_data, is_settled } = await requestData(
    donationCalls.donate,
    { body },
    { signal },
  )
  const { name, email, phone, amount, purpose: cause } = values
  return {
    subject: { id: donation_id, name, email, phone, amountPaise: paiseOf(amount), fileName: null, cause },
    order: is_settled ? { settled: pageText('checkout.donationSettled') } : orderOf(order_id, checkout_data),
  }
}
