import { paths } from '@petsetu/contract/paths.ts'
import type { Site } from '@petsetu/contract/site/site.ts'
import { featureList } from '@petsetu/contract/supporters/membership-facts.ts'
import type { Plan, PlanCategory } from '@petsetu/contract/supporters/plans.ts'
import { pluralValues } from '@petsetu/languages/formats.ts'
import { type ReactNode, useEffect, useState } from 'react'
import { LeaveLater } from '../../../payments/checkout/leave-later.tsx'
import { payFlow, usePayState } from '../../../payments/checkout/pay-flow.ts'
import { PayActivity, PayNotice, UnconfirmedPayments } from '../../../payments/checkout/pay-notices.tsx'
import type { PayPlace, PayState } from '../../../payments/checkout/pay-state.ts'
import { PayTerms } from '../../../payments/checkout/pay-terms.tsx'
import { useUser } from '../../../people/auth/session.ts'
import { RichText, useText } from '../../../platform/languages/use-text.tsx'
import { priceOf } from '../../../platform/lib/amounts.ts'
import { paidFor } from '../../../platform/lib/storage/last-receipt.ts'
import { FormButton, SideLink, useScript } from '../../../platform/public-form/form-card.tsx'
import publicForm from '../../../platform/public-form/public-form.module.css'
import { Notice } from '../../../platform/ui/feedback/notice.tsx'
import { focusFirstError } from '../../../platform/ui/form/focus-first-error.ts'
import { keepFocus } from '../../../platform/ui/form/keep-focus.ts'
import { PrivacyNotice } from '../../../platform/ui/form/privacy-notice.tsx'
import { RestoredNotice } from '../../../platform/ui/form/restored-notice.tsx'
import card from '../../../platform/ui/layout/card.module.css'
import { RegistrationFields } from '../../../shared/payers/registration-fields.tsx'
import { PaidPanel } from '../../../shared/payments/paid-panel.tsx'
import { CATEGORY_LABELS, otherCategory } from '../category-labels.ts'
import { FeatureList } from '../feature-list.tsx'
import planRowsStyles from './plan-rows.module.css'
import classes from './registering.module.css'
import { type PlansOnOffer, useRegistering } from './use-registering.ts'

type Props = { category: PlanCategory; plans: PlansOnOffer; renewed: string | null; site: Site }

/** The form with the plans to compare; while a payment is unconfirmed, its state replaces it. */
export function Registering({ category, plans, renewed, site }: Props) {
  const text = useText()
  const registering = useRegistering({ category, plans, renewed })
  const { offered } = plans
  const { place } = registering
  const { done, unconfirmed } = usePayState(place)

  if (done) return <ActivePanel {...done} place={place} site={site} />
  const payments = (
    <UnconfirmedPayments place={place} payments={unconfirmed} busyLabel={text('registration.processing')} />
  )
  if (unconfirmed.some(({ refusal }) => !refusal)) return payments
  if (offered === null) return <PlansFailed plans={plans} />
  if (offered.length === 0) return <NoPlans category={category} />
  return (
    <>
      <PlansAndOther category={category} plans={offered} />
      <RegistrationForm registering={registering} plans={offered} payee={site.legalName}>
        {payments}
      </RegistrationForm>
    </>
  )
}

/** Says what a membership costs before anything is asked, and leads to the plans, the cheapest of which comes first. */
function PlansAndOther({ category, plans }: { category: PlanCategory; plans: Plan[] }) {
  const text = useText()
  const { membership, path } = CATEGORY_LABELS[otherCategory(category)]
  const prices = plans.map(({ price }) => priceOf(price, text))
  return (
    <p className={classes.ways}>
      <span>
        <RichText
          id="registration.plansFor"
          fill={{ prices: () => <a href="#plan_id">{[...new Set([prices[0], prices.at(-1)])].join(' – ')}</a> }}
        />
      </span>
      <a href={path}>{text(membership)}</a>
    </p>
  )
}

function PlansFailed({ plans: { failure, isLoading, reload } }: { plans: PlansOnOffer }) {
  const text = useText()
  const hasScript = useScript()
  return (
    <section className={`${card.card} ${classes.panel}`} aria-busy={isLoading}>
      <Notice kind="failed">{text(failure)}</Notice>
      {hasScript ? (
        <FormButton type="button" isSide isBusy={isLoading} onClick={() => void reload()}>
          {text('registration.tryAgain')}
        </FormButton>
      ) : (
        // This page's own address.
        <SideLink href="?">{text('registration.tryAgain')}</SideLink>
      )}
    </section>
  )
}

function NoPlans({ category }: { category: PlanCategory }) {
  const text = useText()
  const other = CATEGORY_LABELS[otherCategory(category)]
  return (
    <section className={`${card.card} ${classes.panel}`}>
      <Notice kind="info">{text(CATEGORY_LABELS[category].noPlans)}</Notice>
      <SideLink href={other.path}>{text(other.membership)}</SideLink>
    </section>
  )
}

type PlansProps = { plans: Plan[]; chosen: Plan | undefined; onChoose: (plan: Plan) => void }

/** They take the place of the list, each with what comes with it: one tap chooses a plan and brings it into view. */
function PlanRows({ plans, chosen, onChoose }: PlansProps) {
  const text = useText()
  const recommended = recommendedOf(plans)
  return (
    <ul className={planRowsStyles.rows}>
      {plans.map((plan) => (
        <li key={plan.id}>
          <button
            type="button"
            className={planRowsStyles.row}
            aria-pressed={plan === chosen}
            onClick={({ currentTarget: { parentElement: row } }) => {
              onChoose(plan)
              requestAnimationFrame(() => row?.scrollIntoView({ block: 'nearest' }))
            }}
          >
            <span className={planRowsStyles.name}>
              {plan.name}{' '}
              {plan === recommended && <span className={planRowsStyles.mark}>{text('registration.recommended')}</span>}
            </span>
            <span className={planRowsStyles.price}>
              <strong>{priceOf(plan.price, text)}</strong> {text('units.months', pluralValues(plan.duration_months))}
            </span>
            <span className={planRowsStyles.description}>{plan.description}</span>
          </button>
          <FeatureList features={featureList(plan.features)} />
        </li>
      ))}
    </ul>
  )
}

/** The plan that comes with the most; undefined if there is nothing to compare, or two come with as much. */
function recommendedOf(plans: Plan[]): Plan | undefined {
  const [best, next] = [...plans].sort((one, other) => featuresIn(other) - featuresIn(one))
  return best && next && featuresIn(best) > featuresIn(next) ? best : undefined
}

const featuresIn = ({ features }: Plan) => featureList(features).length

const SHOWN_MS = 4_000

/** Shows the success, and after a moment leads to the person's home. What had been paid before stays, with a way to another one. */
type ActivePanelProps = NonNullable<PayState['done']> & { place: PayPlace; site: Site }

function ActivePanel({ subject, message, receiptPath, isSettled, place, site }: ActivePanelProps) {
  const text = useText()
  const user = useUser()
  useEffect(() => void scrollTo({ top: 0 }), [])

  return (
    <section className={`${card.card} ${classes.panel}`} aria-label={text('registration.active')}>
      {receiptPath ? (
        <PaidPanel
          path={receiptPath}
          paidFor={paidFor('membership', subject)}
          daysMax={0}
          isVisitor={!user}
          message={message}
        />
      ) : (
        <Notice kind="done" isAlert takesFocus>
          {message}
        </Notice>
      )}
      {!receiptPath && !user && (
        <p className={classes.sentence}>
          <RichText
            id="paid.cardHow"
            fill={{
              link: (content) => <a href={paths.register.to({}, { next: paths.memberCard.to({}) })}>{content}</a>,
            }}
          />
        </p>
      )}
      {user && <NewCard membershipId={subject.id} site={site} />}
      {isSettled ? (
        <FormButton type="button" isSide onClick={() => payFlow(place).another()}>
          {text('registration.another')}
        </FormButton>
      ) : (
        <p className={classes.sentence}>
          <LeaveLater to={paths.dashboard.to({})} afterMs={SHOWN_MS}>
            {text('registration.takenOn')}
          </LeaveLater>
        </p>
      )}
    </section>
  )
}

type RegistrationFormProps = {
  registering: ReturnType<typeof useRegistering>
  plans: Plan[]
  payee: string
  /** The payments that were rejected. */
  children: ReactNode
}

function RegistrationForm({ registering, plans, payee, children }: RegistrationFormProps) {
  const text = useText()
  const { place, element, form, chosen, isRestored, isTried, clear, submit } = registering
  const { unconfirmed, message, activity } = usePayState(place)
  const isBusy = activity !== null
  const hasScript = useScript()
  return (
    <form
      ref={element}
      className={classes.form}
      method="post"
      noValidate
      onSubmit={form.onSubmit(submit, (errors) => focusFirstError(element.current, errors))}
    >
      <h2 className="visually-hidden">{text('registration.registration')}</h2>
      {isRestored && <RestoredNotice onClear={clear} />}
      <div className={`${card.card} ${classes.fields}`}>
        <p className={publicForm.hint}>{text('registration.allRequired')}</p>
        <RegistrationFields
          form={form}
          plans={plans}
          chosen={chosen}
          framePlan={(field) => (
            <div className={`${planRowsStyles.frame} ${classes.plans}`}>
              {field}
              <PlanRows
                plans={plans}
                chosen={chosen}
                onChoose={({ id }) => form.setFieldValue('plan_id', String(id))}
              />
            </div>
          )}
        />
        <div className={classes.notes}>
          <p className={publicForm.hint}>{text('registration.afterPaying')}</p>
          <PrivacyNotice id="notice.membership" />
        </div>
        {children}
        <PayNotice message={message} takesFocus={isTried} />
        <PayTerms
          payee={payee}
          item={chosen ? text('paidFor.membershipMonths', termsOf(chosen)) : text('registration.priceLater')}
          amount={chosen?.price ?? null}
          isSticky={chosen !== undefined}
        >
          {/* Nobody pays without the script: sent by the browser itself, the form would lead nowhere. */}
          <FormButton isSide={unconfirmed.length > 0} isBusy={isBusy} disabled={!hasScript} onMouseDown={keepFocus}>
            {text(isBusy ? 'registration.processing' : 'registration.complete')}
          </FormButton>
        </PayTerms>
        <PayActivity place={place} />
      </div>
    </form>
  )
}

function termsOf({ name, duration_months }: Plan) {
  return { plan: name, ...pluralValues(duration_months) }
}

type NewCardProps = {
  membershipId: number
  site: Site
}

/**
 * The member's card, after a membership was paid. Its code is loaded only then, because few visitors of these pages come so far; without
 * it the success is still told, and the card is on its own page.
 */
function NewCard({ membershipId, site }: NewCardProps) {
  const [card, setCard] = useState<ReactNode>(null)
  useEffect(() => {
    let isShown = true
    import('../../../shared/member-card/card-sheet.tsx')
      .then(({ readCardOf }) => readCardOf(membershipId, site))
      .then((read) => isShown && setCard(read))
      .catch((error: unknown) => console.warn('The card is not shown:', error))
    return () => {
      isShown = false
    }
  }, [membershipId, site])
  return card
}
