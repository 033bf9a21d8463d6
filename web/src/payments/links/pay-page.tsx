import { linkCalls } from '@petsetu/contract/payments/links.ts'
import type { CheckoutReply } from '@petsetu/contract/payments/payments.ts'
import { PAISE_PER_RUPEE } from '@petsetu/contract/platform/money.ts'
import type { PayItem, PayView } from '@petsetu/contract/site/public-pages.ts'
import type { Site } from '@petsetu/contract/site/site.ts'
import { visitorPaths } from '@petsetu/contract/visitor-paths.ts'
import { formatLongDay, formatRupees } from '@petsetu/languages/formats.ts'
import type { PlainId, Translate } from '@petsetu/languages/translator.ts'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { RichText, useLanguage, useText } from '../../platform/languages/use-text.tsx'
import { callHref } from '../../platform/lib/call-href.ts'
import { CallError, messageOf } from '../../platform/lib/requests/request.ts'
import { requestData } from '../../platform/lib/requests/request-data.ts'
import { FormButton, FormCard, FormNote, SideLink } from '../../platform/public-form/form-card.tsx'
import form from '../../platform/public-form/public-form.module.css'
import { findPaid } from '../checkout/find-paid.ts'
import { loadCheckout, openCheckout, useCheckoutScript } from '../checkout/provider.ts'
import { confirmPayment } from '../checkout/run-payment.ts'
import styles from './pay-page.module.css'

type Props = { view: PayView; site: Site }

/** The page behind a pay link: what is paid and one button, its receipt, or why nothing can be paid and whom to call. */
export function PayPage({ view, site }: Props) {
  return view.kind === 'open' ? <OpenLink view={view} site={site} /> : <OtherLink view={view} site={site} />
}

// As above the button of a form that pays, of which this page loads no part.
const WAYS_TO_PAY = 'UPI · RuPay · Visa · Mastercard'

/** One state of a link, and whom to call about it. */
function LinkCard({ kind, site, children }: { kind: PayView['kind']; site: Site; children: ReactNode }) {
  const text = useText()
  return (
    <FormCard
      isNarrow={KINDS[kind].picture === DEAD}
      picture={KINDS[kind].picture}
      title={payTitle({ kind }, text)}
      footer={
        kind === 'unknown' && (
          <>
            <a href={visitorPaths.trackComplaint.to({})}>{text('frame.track')}</a>{' '}
            {site.helplinePhone && <a href={visitorPaths.contact.to({})}>{text('frame.contactUs')}</a>}
          </>
        )
      }
    >
      {children}
      {site.helplinePhone ? (
        <Call kind={kind} phone={site.helplinePhone} />
      ) : (
        <a className={form.link} href={visitorPaths.contact.to({})}>
          {text('pay.contact')}
        </a>
      )}
    </FormCard>
  )
}

/** The main button where nothing else helps, and one quiet line otherwise. */
function Call({ kind, phone }: { kind: PayView['kind']; phone: string }) {
  const text = useText()
  const label = (
    <>
      {text('helpline.call')} <span className={styles.number}>{phone}</span>
    </>
  )
  if (KINDS[kind].asksToCall)
    return (
      <a className={form.main} href={callHref(phone)}>
        <span className={styles.callButton}>{label}</span>
      </a>
    )
  return (
    <p className={form.footer}>
      {/* The terms of an open link end with the same question. */}
      {kind !== 'open' && text('pay.call')} <a href={callHref(phone)}>{label}</a>
    </p>
  )
}

function OpenLink({ view, site }: { view: Extract<PayView, { kind: 'open' }>; site: Site }) {
  const text = useText()
  const language = useLanguage()
  const { step, message, receiptPath, amount, pay } = usePayByLink(view, site)
  const shown = { ...view, amount }
  if (receiptPath !== undefined)
    return <Paid shown={shown} receiptPath={receiptPath} receiptNumber={null} site={site} takesFocus />
  const label = step === null ? text('pay.pay', { amount: formatRupees(amount) }) : text(step)
  return (
    <LinkCard kind="open" site={site}>
      <Facts shown={shown}>
        <Fact label={text('pay.validUntil')}>{formatLongDay(view.validUntil, language)}</Fact>
      </Facts>
      <div className={styles.terms}>
        <p>
          <RichText
            id="pay.terms"
            fill={{
              payee: () => site.legalName,
              terms: link(visitorPaths.terms.to({})),
              refunds: link(visitorPaths.refunds.to({})),
              privacy: link(visitorPaths.privacy.to({})),
              contact: link(visitorPaths.contact.to({})),
            }}
          />
        </p>
        <p className={styles.ways}>{WAYS_TO_PAY}</p>
      </div>
      {view.notice && (
        <p className={form.hint}>
          {view.notice.text}
          {link(visitorPaths.privacy.to({}))(view.notice.more)}
        </p>
      )}
      {message && (
        <FormNote key={message.text} kind={message.kind === 'failed' ? 'failed' : 'info'} takesFocus>
          <p>{message.text}</p>
        </FormNote>
      )}
      {!message?.isLast && (
        <FormButton type="button" isBusy={step !== null} onClick={() => void pay()}>
          {label}
        </FormButton>
      )}
      <noscript>
        <FormNote kind="info">
          <p>{text('pay.needsScript')}</p>
        </FormNote>
      </noscript>
    </LinkCard>
  )
}

/** In a new tab, so that the payment stays open. */
const link = (href: string) => (content: string) => (
  <a href={href} target="_blank" rel="noopener noreferrer">
    {content}
  </a>
)

const MONEY = '/drawing-money.svg'
const DEAD = '/drawing-link.svg'

const KINDS = {
  open: { heading: 'pay.title', reason: null, picture: MONEY, asksToCall: false },
  paid: { heading: 'pay.paidTitle', reason: null, picture: '/drawing-done.svg', asksToCall: false },
  waiting: { heading: 'pay.waitingTitle', reason: 'pay.waiting', picture: MONEY, asksToCall: false },
  revoked: { heading: 'pay.revokedTitle', reason: 'pay.revoked', picture: DEAD, asksToCall: true },
  expired: { heading: 'pay.expiredTitle', reason: 'pay.expired', picture: DEAD, asksToCall: true },
  over: { heading: 'pay.overTitle', reason: 'pay.over', picture: MONEY, asksToCall: true },
  unknown: { heading: 'pay.unknownTitle', reason: 'pay.unknown', picture: DEAD, asksToCall: true },
  failed: { heading: 'pay.failedTitle', reason: null, picture: DEAD, asksToCall: false },
} as const satisfies Record<
  PayView['kind'],
  { heading: PlainId; reason: PlainId | null; picture: string; asksToCall: boolean }
>

function OtherLink({ view, site }: { view: Exclude<PayView, { kind: 'open' }>; site: Site }) {
  const text = useText()
  if (view.kind === 'paid') return <Paid shown={view} site={site} {...view} />
  return (
    <LinkCard kind={view.kind} site={site}>
      {view.kind === 'waiting' && <Facts shown={view} site={site} />}
      {view.kind === 'failed' || view.kind === 'waiting' ? (
        <p role={view.kind === 'failed' ? 'alert' : undefined}>
          {view.kind === 'failed' ? view.message : text(KINDS[view.kind].reason)}
        </p>
      ) : (
        // As on the page that pays for a complaint.
        <FormNote kind="waiting">
          <p>{text(KINDS[view.kind].reason)}</p>
        </FormNote>
      )}
      {(view.kind === 'failed' || view.kind === 'waiting') && (
        // This page’s own address, without a script.
        <SideLink href="?">{text('pay.tryAgain')}</SideLink>
      )}
    </LinkCard>
  )
}

type PaidProps = {
  shown: PayItem
  receiptPath: string | null
  receiptNumber: string | null
  site: Site
  /** It was paid just now, on this page. */
  takesFocus?: boolean
}

function Paid({ shown, receiptPath, receiptNumber, site, takesFocus = false }: PaidProps) {
  const text = useText()
  const { reference } = shown
  return (
    <LinkCard kind="paid" site={site}>
      <FormNote kind="done" takesFocus={takesFocus}>
        {text('pay.paid')}
      </FormNote>
      <Facts shown={shown} site={site}>
        {receiptNumber !== null && <Fact label={text('pay.receiptNumber')}>{receiptNumber}</Fact>}
      </Facts>
      {receiptPath === null ? (
        <p className={form.hint}>{text('pay.noReceipt')}</p>
      ) : (
        <a className={form.main} href={receiptPath}>
          {text('pay.receipt')}
        </a>
      )}
      {reference && <SideLink href={visitorPaths.trackComplaint.to({}, { reference })}>{text('paid.follow')}</SideLink>}
    </LinkCard>
  )
}

function Facts({
  shown: { item, reference, amount },
  site,
  children,
}: {
  shown: PayItem
  /** Names the payee, where no terms do. */
  site?: Site
  children?: ReactNode
}) {
  const text = useText()
  return (
    <dl className={styles.facts}>
      <Fact label={text('pay.amount')} isSum>
        {formatRupees(amount)}
      </Fact>
      <Fact label={text('pay.item')}>{item}</Fact>
      {reference && <Fact label={text('pay.reference')}>{reference}</Fact>}
      {site && <Fact label={text('pay.payee')}>{site.legalName}</Fact>}
      {children}
    </dl>
  )
}

function Fact({ label, isSum, children }: { label: string; isSum?: true; children: string }) {
  return (
    <div className={isSum && styles.sum}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** `isLast`: money may be on its way, so that nothing can be paid again on this page. */
type Message = { kind: 'info' | 'failed'; text: string; isLast?: boolean }

type State = {
  /** The label of the button during a step; null while it can be pressed. */
  step: Extract<PlainId, 'pay.opening' | 'pay.confirming'> | null
  message: Message | null
  /** Undefined until it is paid; null if it has no receipt yet. */
  receiptPath?: string | null
}

// Whoever pays by a link is nobody whom the page knows.
const NOBODY = { name: '', email: '', phone: '' }

/** Pays by a link: opens its order, loads the provider's script, opens the checkout and has the server verify what it reports. */
function usePayByLink({ token, months, amount: offered }: Extract<PayView, { kind: 'open' }>, site: Site) {
  const text = useText()
  const language = useLanguage()
  const [state, setState] = useState<State>({ step: null, message: null })
  const [amount, setAmount] = useState(offered)
  const orderId = useRef<string | null>(null)
  const { step, receiptPath } = state
  useCheckoutScript(site)
  const isIdle = step === null && receiptPath === undefined

  /** True if the order was paid, of which the checkout had reported nothing: the page then shows it. */
  async function showIfPaid(): Promise<boolean> {
    const found = orderId.current ? await findPaid(orderId.current) : null
    if (found) setState({ step: null, message: null, receiptPath: found.receiptPath })
    return found !== null
  }

  // Somebody who approved the payment in another app comes back.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it asks about the newest order.
  useEffect(() => {
    const look = () => {
      if (!document.hidden && isIdle) void showIfPaid()
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [isIdle])

  async function pay(): Promise<void> {
    setState({ step: 'pay.opening', message: null })
    try {
      const order = await requestData(linkCalls.openOrder, { body: { token, months } })
      orderId.current = order.order_id
      const due = order.checkout_data.amount / PAISE_PER_RUPEE
      // Its price has changed since the page was opened: the page says what is paid before anything is.
      if (due !== amount) {
        setAmount(due)
        const said = `${text('pay.notStarted')} ${text('pay.amount')}: ${formatRupees(due)}`
        return setState({ step: null, message: { kind: 'info', text: said } })
      }
      const Checkout = await loadCheckout()
      if (!Checkout) return setState({ step: null, message: { kind: 'failed', text: text('pay.unreachable') } })
      const outcome = await openCheckout(Checkout, order, NOBODY, language)
      if (outcome.kind === 'paid') return await confirm(outcome.reply)
      if (await showIfPaid()) return
      // The provider gives its reason in English only.
      const reason = outcome.kind === 'failed' && language === 'en' ? ` ${outcome.message}` : ''
      const said = outcome.kind === 'failed' ? text('pay.declined') + reason : text('pay.closed')
      setState({ step: null, message: { kind: 'info', text: said } })
    } catch (error) {
      // Paid, withdrawn or expired meanwhile, or a plan with other months: the server's page says so.
      if (error instanceof CallError && error.status === 409) return location.reload()
      setState({ step: null, message: { kind: 'failed', text: messageOf(error, text('pay.notStarted')) } })
    }
  }

  async function confirm(reply: CheckoutReply): Promise<void> {
    setState({ step: 'pay.confirming', message: null })
    const verify = () => requestData(linkCalls.verifyPayment, { body: { token, ...reply } })
    const onDelay = () => setState({ step: 'pay.confirming', message: { kind: 'info', text: text('pay.unconfirmed') } })
    try {
      const { receipt_path } = await confirmPayment(verify, { onDelay })
      setState({ step: null, message: null, receiptPath: receipt_path })
    } catch (error) {
      const isRefused = error instanceof CallError && error.status >= 400 && error.status < 500
      const said = isRefused ? messageOf(error, text('pay.unconfirmed')) : text('pay.unconfirmed')
      setState({ step: null, message: { kind: isRefused ? 'failed' : 'info', text: said, isLast: true } })
    }
  }

  return { ...state, amount, pay }
}

/** The heading of the page, which is its title, too. It names nobody and nothing, because titles end up in histories. */
export function payTitle({ kind }: Pick<PayView, 'kind'>, text: Translate): string {
  return text(KINDS[kind].heading)
}
