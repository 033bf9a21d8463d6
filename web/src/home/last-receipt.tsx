import { useEffect, useState } from 'react'
import { ownerOf, useUser } from '../auth/session.ts'
import { RichText } from '../languages/use-text.tsx'
import { type LastReceipt, readLastReceipt } from '../lib/last-receipt.ts'
import styles from './last-receipt.module.css'

/** The last receipt of this tab, for people who are redirected here after paying. */
export function LastReceiptNote() {
  const owner = ownerOf(useUser())
  const [receipt, setReceipt] = useState<LastReceipt | null>(null)
  useEffect(() => setReceipt(readLastReceipt(owner)), [owner])
  if (!receipt) return null
  return (
    <p className={styles.note}>
      {receipt.text}{' '}
      <RichText id="home.openReceipt" fill={{ link: (content) => <a href={receipt.path}>{content}</a> }} />
    </p>
  )
}
