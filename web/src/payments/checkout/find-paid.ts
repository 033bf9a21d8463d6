import { paymentCalls } from '@petsetu/contract/payments/payments.ts'
import { CallError } from '../../platform/lib/requests/request.ts'
import { requestData } from '../../platform/lib/requests/request-data.ts'
import type { FoundPayment } from './run-payment.ts'

/** Asks the server whether an order was paid. An answer that does not come leaves it unknown; the server matches the payment by itself. */
export async function findPaid(orderId: string): Promise<FoundPayment | null> {
  try {
    const { is_paid, receipt_path } = await requestData(paymentCalls.orderState, { body: { order_id: orderId } })
    return is_paid ? { receiptPath: receipt_path } : null
  } catch (error) {
    if (error instanceof CallError) return null
    throw error
  }
}
