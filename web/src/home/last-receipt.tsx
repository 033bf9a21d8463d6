import { paths } from '@petsetu/contract/paths.ts'
import type { Purpose } from '@petsetu/contract/purposes.ts'
import type { PlainId, Translate } from '@petsetu/languages/translator.ts'
import { useEffect, useState } from 'react'
import { ownerOf, useUser } from '../auth/session.ts'
import { RichText, useText } from '../languages/use-text.tsx'
import { type LastReceipt, readLastReceipt } from '../lib/last-receipt.ts'
import { VISITOR } from '../lib/storage.ts'
import styles from './note.module.css'

const PAID: Record<Purpose, { what: (id: number, text: Translate) => string; next: PlainId }> = {
  complaint: { what: (id, text) => text('home.feePaid', { id }), next: 'home.feeNext' },
  membership: { what: (_, text) => text('home.membershipPaid'), next: 'home.receiptMailed' },
  donation: { what: (_, text) => text('home.donationPaid'), next: 'home.receiptMailed' },
}

/** The last receipt of this tab, for people who are redirected here after paying. */
export function LastReceiptNote() {
  const text = useText()
  const owner = ownerOf(useUser())
  const [receipt, setReceipt] = useState<LastReceipt | null>(null)
  useEffect(() => setReceipt(readLastReceipt(owner)), [owner])
  if (!receipt) return null
  const { path, paidFor } = receipt
  return (
    <section className={styles.paid}>
      <Tick />
      {paidFor && <WhatWasPaid paidFor={paidFor} isVisitor={owner === VISITOR} />}
      <p className={styles.links}>
        <a href={path}>{text('home.openReceipt')}</a>
        {paidFor?.purpose === 'complaint' && (
          <a href={paths.trackComplaint.to({}, { reference: paidFor.reference })}>{text('home.track')}</a>
        )}
      </p>
    </section>
  )
}

type Paid = { paidFor: NonNullable<LastReceipt['paidFor']>; isVisitor: boolean }

function WhatWasPaid({ paidFor: { purpose, id, reference }, isVisitor }: Paid) {
  const text = useText()
  const { what, next } = PAID[purpose]
  return (
    <>
      <p className={styles.what}>{what(id, text)}</p>
      {reference && (
        <p className={styles.reference}>
          <RichText id="home.reference" fill={{ reference, b: (content) => <b>{content}</b> }} />
        </p>
      )}
      <p>{text(next)}</p>
      {purpose === 'membership' && isVisitor && (
        <p>
          <RichText
            id="home.cardHow"
            fill={{
              link: (content) => <a href={paths.register.to({}, { next: paths.memberCard.to({}) })}>{content}</a>,
            }}
          />
        </p>
      )}
    </>
  )
}

function Tick() {
  return (
    <svg className={styles.tick} viewBox="0 0 24 24" width="28" height="28" aria-hidden="true">
      <circle cx="12" cy="12" r="11" fill="currentColor" />
      <path d="m7 12 4 4 6-8" fill="none" stroke="var(--active-soft)" strokeWidth="2.5" />
    </svg>
  )
}
