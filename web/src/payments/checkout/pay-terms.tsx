import { paths } from '@petsetu/contract/paths.ts'
import type { ReactNode } from 'react'
import { RichText, useText } from '../../platform/languages/use-text.tsx'
import { priceOf } from '../../platform/lib/amounts.ts'
import styles from './pay-terms.module.css'

type Props = {
  payee: string
  /** The item to pay for; null while it is not known. */
  item: string | null
  /** In rupees; null while it is not known. 0 is free. */
  amount: number | null
  /** On a phone it stays at the bottom of the window, so that the price and the button are in view while the form is filled in. */
  isSticky?: boolean
  /** The button that pays. */
  children: ReactNode
}

// The same in every language.
const MARKS = ['UPI', 'RuPay', 'Visa', 'Mastercard']

/** A button that pays. Above it: how one can pay, what is paid, how much, to whom, through whom, and on which terms. */
export function PayTerms({ payee, item, amount, isSticky = false, children }: Props) {
  const text = useText()
  return (
    <>
      <div className={styles.terms}>
        <p>{amount === 0 ? <FreeTerms /> : <PaidTerms payee={payee} />}</p>
        {amount !== 0 && (
          <ul className={styles.marks}>
            {MARKS.map((mark) => (
              <li key={mark}>{mark}</li>
            ))}
          </ul>
        )}
      </div>
      <div className={styles.pay} data-sticky={isSticky}>
        {item !== null && (
          <p className={styles.price}>
            <span>{item}</span> {amount !== null && <strong>{priceOf(amount, text)}</strong>}
          </p>
        )}
        {children}
      </div>
    </>
  )
}

function PaidTerms({ payee }: { payee: string }) {
  return (
    <RichText
      id="checkout.terms"
      fill={{
        payee: () => payee,
        terms: toTerms,
        refunds: toPage(paths.refunds.to({})),
        privacy: toPrivacy,
        contact: toPage(paths.contact.to({})),
      }}
    />
  )
}

function FreeTerms() {
  return <RichText id="checkout.freeTerms" fill={{ terms: toTerms, privacy: toPrivacy }} />
}

/** In a new tab, so that the page with the filled-in form stays open. */
const toPage = (href: string) => (content: string) => (
  <a href={href} target="_blank" rel="noopener noreferrer">
    {content}
  </a>
)

const toTerms = toPage(paths.terms.to({}))
const toPrivacy = toPage(paths.privacy.to({}))
