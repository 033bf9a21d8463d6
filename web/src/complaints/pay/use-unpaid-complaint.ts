import { complaintCalls } from '@petsetu/contract/complaints.ts'
import { useEffect, useState } from 'react'
import { payFlow, usePayState } from '../../checkout/pay-flow.ts'
import type { Subject } from '../../checkout/run-payment.ts'
import { pageText } from '../../languages/page-text.ts'
import { messageOf } from '../../lib/request.ts'
import { requestData } from '../../lib/request-data.ts'

type PayBy = NonNullable<Subject['payBy']>

/** Offers to pay the complaint that the address names. `problem` says why there is none; null while there is one, or may be. */
export function useUnpaidComplaint(): { problem: string | null } {
  const [payBy] = useState(takePayBy)
  const [problem, setProblem] = useState<string | null>(null)
  const { saved, done } = usePayState('complaint')
  // After a reload the address names none, and the payment knows which it was.
  const isNameless = payBy === null && !saved && !done

  useEffect(() => {
    if (!payBy) return
    let isLeft = false
    offer(payBy).catch((error: unknown) => {
      if (!isLeft) setProblem(messageOf(error, pageText('checkout.initiateFailed')))
    })
    return () => {
      isLeft = true
    }
  }, [payBy])

  return { problem: isNameless ? pageText('complaintForm.noneToPay') : problem }
}

async function offer(payBy: PayBy): Promise<void> {
  const { complaint_id, reference, order_id } = await requestData(complaintCalls.readUnpaid, { body: payBy })
  await payFlow('complaint').offer({
    ...{ id: complaint_id, reference, payBy },
    ...{ name: '', email: '', phone: '', amountPaise: 0, fileName: null },
    ...(order_id && { orderId: order_id }),
  })
}

/**
 * The token or number behind the # of the address, which is taken out of it: the token opens the complaint, and the provider's script, which
 * this page loads, could read the address.
 */
function takePayBy(): PayBy | null {
  const key = location.hash.slice(1)
  if (key) history.replaceState(history.state, '', location.pathname + location.search)
  if (/^[\w-]{43}$/.test(key)) return { token: key }
  return /^\d{1,15}$/.test(key) ? { complaint_id: key } : null
}
