import { PAISE_PER_RUPEE } from '@petsetu/contract/platform/money.ts'
import type { Purpose } from '@petsetu/contract/platform/purposes.ts'
import { visitorPaths } from '@petsetu/contract/visitor-paths.ts'
import { formatLongDay, formatRupees } from '@petsetu/languages/formats.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { RichText, useLanguage, useText } from '../platform/languages/use-text.tsx'
import type { LastReceipt, PaidFor } from '../platform/lib/storage/last-receipt.ts'
import styles from './paid-panel.module.css'
import buttons from './public-buttons.module.css'

type Props = Pick<LastReceipt, 'path' | 'paidFor'> & {
  /** The longest time until a complaint is to be dealt with. */
  daysMax: number
  isVisitor: boolean
}

/**
 * Shown to a person who has paid, on the page that pays and on the one that follows: what was paid, what happens next and when, and the
 * ways to the receipt and to the complaint. The server renders it too, so it uses no component library.
 */
export function PaidPanel({ path, paidFor, daysMax, isVisitor }: Props) {
  const text = useText()
  return (
    <section className={styles.paid}>
      <img src="/drawing-done.svg" width="112" height="70" alt="" />
      {paidFor && <WhatWasPaid paidFor={paidFor} daysMax={daysMax} isVisitor={isVisitor} />}
      <p className={styles.links}>
        {path && (
          <a className={buttons.sideButton} href={path}>
            {text('paid.receipt')}
          </a>
        )}
        {paidFor?.purpose === 'complaint' && (
          <a
            className={buttons.sideButton}
            href={paidFor.followPath ?? visitorPaths.trackComplaint.to({}, { reference: paidFor.reference })}
          >
            {text('paid.follow')}
          </a>
        )}
      </p>
    </section>
  )
}

const PAID: Record<Purpose, (text: Translate, id: number) => string> = {
  complaint: (text, id) => text('paid.fee', { id }),
  membership: (text) => text('paid.membership'),
  donation: (text) => text('paid.donation'),
}

type Paid = { paidFor: PaidFor; daysMax: number; isVisitor: boolean }

function WhatWasPaid({ paidFor: { purpose, id, reference, amountPaise, day }, daysMax, isVisitor }: Paid) {
  const text = useText()
  const language = useLanguage()
  const isComplaint = purpose === 'complaint'
  const shown = day && formatLongDay(isComplaint ? daysAfter(day, daysMax) : day, language)
  return (
    <>
      <p className={styles.what}>{PAID[purpose](text, id)}</p>
      {amountPaise ? <p className={styles.amount}>{formatRupees(amountPaise / PAISE_PER_RUPEE)}</p> : null}
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

function daysAfter(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + Math.max(1, days))
  return date.toISOString().slice(0, 10)
}
