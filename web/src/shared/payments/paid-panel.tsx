import { PAISE_PER_RUPEE } from '@petsetu/contract/platform/money.ts'
import type { Purpose } from '@petsetu/contract/platform/purposes.ts'
import { visitorPaths } from '@petsetu/contract/visitor-paths.ts'
import { formatLongDay, formatRupees } from '@petsetu/languages/formats.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'
import { useEffect, useRef } from 'react'
import { RichText, useLanguage, useText } from '../../platform/languages/use-text.tsx'
import type { LastReceipt, PaidFor } from '../../platform/lib/storage/last-receipt.ts'
import buttons from '../public-buttons.module.css'
import styles from './paid-panel.module.css'

type Props = Pick<LastReceipt, 'path' | 'paidFor'> & {
  /** The longest time until a complaint is to be dealt with. */
  daysMax: number
  isVisitor: boolean
  /** On the page that pays, which has just heard of the payment: its success, as the heading. */
  message?: string
}

/**
 * Shown to a person who has paid, on the page that pays and on the one that follows: what was paid, what happens next and when, and the
 * ways to the receipt and to the complaint. The server renders it too, so it uses no component library.
 */
export function PaidPanel({ path, paidFor, daysMax, isVisitor, message }: Props) {
  const text = useText()
  const isComplaint = paidFor?.purpose === 'complaint'
  // The one thing to do next is filled, but not beside what another page offers.
  const main = message === undefined ? buttons.sideButton : buttons.mainButton
  return (
    <section className={message === undefined ? `${styles.paid} ${styles.boxed}` : styles.paid}>
      <img src="/drawing-done.svg" width="112" height="70" alt="" />
      {message !== undefined && <Heard message={message} />}
      {paidFor && (
        <WhatWasPaid paidFor={paidFor} daysMax={daysMax} isVisitor={isVisitor} isTold={message !== undefined} />
      )}
      <p className={styles.links}>
        {path && (
          <a className={isComplaint ? buttons.sideButton : main} href={path}>
            {text('paid.receipt')}
          </a>
        )}
        {isComplaint && (
          <a
            className={main}
            href={paidFor.followPath ?? visitorPaths.trackComplaint.to({}, { reference: paidFor.reference })}
          >
            {text('paid.follow')}
          </a>
        )}
      </p>
    </section>
  )
}

/** Comes into view, and is read out. */
function Heard({ message }: { message: string }) {
  const element = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    element.current?.focus({ preventScroll: true })
    element.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <p ref={element} className={styles.what} role="alert" tabIndex={-1}>
      {message}
    </p>
  )
}

const THANKS = {
  donation: 'paid.donation',
  membership: 'paid.membership',
} as const satisfies Record<Exclude<Purpose, 'complaint'>, PlainId>

type Paid = { paidFor: PaidFor; daysMax: number; isVisitor: boolean; isTold: boolean }

function WhatWasPaid({
  paidFor: { purpose, id, reference, amountPaise, day, item },
  daysMax,
  isVisitor,
  isTold,
}: Paid) {
  const text = useText()
  const language = useLanguage()
  const isComplaint = purpose === 'complaint'
  const told = day && formatLongDay(isComplaint ? dueDay(day, daysMax) : day, language)
  // A day in a sentence stays on one line.
  const shown = told?.replaceAll(' ', '\u00a0')
  return (
    <>
      {/* The heading says as much of the others, but not which complaint it was. Without a day nothing was paid now. */}
      {(!isTold || (isComplaint && day)) && (
        <p className={isTold ? undefined : styles.what}>
          {purpose === 'complaint' ? text('paid.fee', { id }) : text(THANKS[purpose])}
        </p>
      )}
      {amountPaise && day ? <p className={styles.amount}>{formatRupees(amountPaise / PAISE_PER_RUPEE)}</p> : null}
      {item?.split('\n').map((line) => (
        <p key={line}>{line}</p>
      ))}
      {reference && (
        <p>
          <RichText
            id="paid.reference"
            fill={{ reference, b: (content) => <b className={styles.reference}>{content}</b> }}
          />
        </p>
      )}
      {shown && <p>{isComplaint ? text('paid.actBy', { day: shown }) : text('paid.receiptMailed', { day: shown })}</p>}
      {purpose === 'membership' && isVisitor && (
        <p>
          <RichText
            id="paid.cardHow"
            fill={{
              link: (content) => (
                <a href={visitorPaths.register.to({}, { next: visitorPaths.memberCard.to({}) })}>{content}</a>
              ),
            }}
          />
        </p>
      )}
    </>
  )
}

/** The last day, as 2026-01-31, for a complaint whose fee was paid on this day. */
function dueDay(paidOn: string, daysMax: number): string {
  const date = new Date(`${paidOn}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + Math.max(1, daysMax))
  return date.toISOString().slice(0, 10)
}
