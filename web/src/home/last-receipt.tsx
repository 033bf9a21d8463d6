import { paths } from '@petsetu/contract/paths.ts'
import type { Purpose } from '@petsetu/contract/purposes.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { useEffect, useState } from 'react'
import { ownerOf, useUser } from '../auth/session.ts'
import { RichText, useText } from '../languages/use-text.tsx'
import { type LastReceipt, readLastReceipt } from '../lib/last-receipt.ts'
import { VISITOR } from '../lib/storage.ts'
import styles from './note.module.css'

const PAID: Record<Purpose, (id: number, text: Translate) => string> = {
  complaint: (id, text) => text('home.feePaid', { id }),
  membership: (_, text) => text('home.membershipPaid'),
  donation: (_, text) => text('home.donationPaid'),
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
    <p className={styles.note}>
      {paidFor && `${PAID[paidFor.purpose](paidFor.id, text)} `}
      <RichText id="home.openReceipt" fill={{ link: (content) => <a href={path}>{content}</a> }} />
      {paidFor?.purpose === 'membership' && owner === VISITOR && (
        <>
          {' '}
          <RichText
            id="home.cardHow"
            fill={{
              link: (content) => <a href={paths.register.to({}, { next: paths.memberCard.to({}) })}>{content}</a>,
            }}
          />
        </>
      )}
      {paidFor?.purpose === 'complaint' && (
        <>
          {' '}
          <a href={paths.trackComplaint.to({}, { reference: paidFor.reference })}>{text('home.track')}</a>
        </>
      )}
    </p>
  )
}
