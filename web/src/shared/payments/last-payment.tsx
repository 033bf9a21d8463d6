import { useEffect, useState } from 'react'
import { type LastReceipt, readLastReceipt } from '../../platform/lib/storage/last-receipt.ts'
import { VISITOR } from '../../platform/lib/storage/storage.ts'
import { PaidPanel } from './paid-panel.tsx'

/** The last payment of this tab, for people who are redirected to a page after paying. `owner` is the person at the page. */
export function LastPayment({ owner, daysMax }: { owner: string; daysMax: number }) {
  const [receipt, setReceipt] = useState<LastReceipt | null>(null)
  useEffect(() => setReceipt(readLastReceipt(owner)), [owner])
  if (!receipt) return null
  return <PaidPanel path={receipt.path} paidFor={receipt.paidFor} daysMax={daysMax} isVisitor={owner === VISITOR} />
}
