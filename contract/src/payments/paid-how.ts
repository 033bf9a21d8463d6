import type { PlainId, Translate } from '@petsetu/languages/translator.ts'
import type { Receipt } from './receipts.ts'

const MODES: Record<Receipt['mode'], PlainId> = {
  online: 'receipts.online',
  cash: 'receipts.cash',
  cheque: 'receipts.cheque',
  upi: 'receipts.upi',
}

/** Returns labels and values of a receipt's payment in the page's language, of a cheque its number and bank. */
export function paidHow(receipt: Receipt, text: Translate): [label: string, value: string][] {
  const { mode, desk_reference: reference, bank } = receipt
  const entries: [string, string][] = [[text('receipts.mode'), text(MODES[mode])]]
  if (mode === 'online') entries.push([text('receipts.paymentId'), receipt.razorpay_payment_id])
  if (reference) entries.push([text(mode === 'cheque' ? 'receipts.chequeNumber' : 'receipts.upiReference'), reference])
  if (bank) entries.push([text('receipts.bank'), bank])
  return entries
}
