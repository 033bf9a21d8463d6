import { deskModes } from '@petsetu/contract/payments/payments.ts'
import { paidForOf, type Receipt } from '@petsetu/contract/payments/receipts.ts'
import { labelsOf } from '@petsetu/contract/platform/registry.ts'
import { shownWords } from '@petsetu/contract/platform/removed.ts'
import type { ReceiptLine, ReceiptSheet } from '@petsetu/contract/site/public-pages.ts'
import { formatLongDay, formatLongInstant, formatRupees } from '@petsetu/languages/formats.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import type { PlainId, Translate } from '@petsetu/languages/translator.ts'
import { textsIn } from '../../platform/languages/texts.ts'

type Labels = Record<'title' | 'number' | 'person' | 'date' | 'amount', PlainId>

const LABELS: Record<Receipt['kind'], Labels> = {
  payment: {
    title: 'titles.receipt',
    number: 'receipts.number',
    person: 'receipts.paidBy',
    date: 'receipts.date',
    amount: 'receipts.amountPaid',
  },
  refund: {
    title: 'receipts.refundReceipt',
    number: 'receipts.refundNumber',
    person: 'receipts.returnedTo',
    date: 'receipts.refundedOn',
    amount: 'receipts.amountReturned',
  },
}

const COPY_LABELS: Record<Receipt['copy'], PlainId> = {
  only: 'receipts.corrected',
  corrected: 'receipts.corrected',
  first: 'receipts.correctedLater',
}

const MODES: Record<Receipt['mode'], PlainId> = { online: 'receipts.online', ...labelsOf(deskModes) }

export const dateOf = ({ kind, paid_at, refunded_at }: Receipt) => (kind === 'refund' && refunded_at) || paid_at

/** Writes a receipt for its page and its PDF. */
export function receiptSheet(receipt: Receipt, language: Language): ReceiptSheet {
  const text = textsIn(language)
  const labels = LABELS[receipt.kind]
  const isDeducted = receipt.kind === 'payment' && receipt.tax_section !== ''
  return {
    title: text(labels.title),
    number: receipt.number,
    foundation: receipt.foundation,
    issuer: issuerLines(receipt, text),
    lines: linesOf(receipt, labels, { text, language }),
    amount: {
      label: text(labels.amount),
      value: formatRupees(receipt.amount),
      status: receipt.status,
      state: text(receipt.status === 'paid' ? 'receipts.paid' : 'receipts.isRefunded'),
    },
    later: laterLinesOf(receipt, { text, language }),
    notes: [...(isDeducted ? [text('deduction.notCertificate')] : []), text('receipts.byComputer')],
  }
}

function issuerLines(receipt: Receipt, text: Translate): string[] {
  const { foundation, legal_name, legal_address, registration_number: number, foundation_pan: pan } = receipt
  return [
    legal_name === foundation ? '' : legal_name,
    legal_address,
    number && text('receipts.registration', { number }),
    pan && text('receipts.pan', { pan }),
  ].filter(Boolean)
}

function linesOf(
  receipt: Receipt,
  labels: Labels,
  { text, language }: { text: Translate; language: Language },
): ReceiptLine[] {
  const { kind, copy, corrected_at, complaint_reference, refunded_at, tax_section, tax_approval } = receipt
  const line = (label: PlainId, value: string): ReceiptLine => ({ label: text(label), value })
  const lines = [
    line(labels.number, receipt.number),
    ...(corrected_at ? [line(COPY_LABELS[copy], formatLongInstant(corrected_at, language))] : []),
    line(labels.person, shownWords(receipt.paid_by, text)),
    line('receipts.paidFor', paidForOf(receipt, text)),
    line(labels.date, formatLongInstant(dateOf(receipt), language)),
    line('receipts.mode', text(MODES[receipt.mode])),
    ...paidBy(receipt).map(([label, value]) => line(label, value)),
  ]
  if (complaint_reference) lines.push(line('receipts.reference', complaint_reference))
  if (kind === 'payment' && refunded_at)
    lines.push(line('receipts.refundedOn', formatLongInstant(refunded_at, language)))
  if (kind === 'payment' && tax_section) lines.push(line('receipts.taxSection', deducted(receipt)))
  if (kind === 'payment' && tax_approval) {
    const day = formatLongDay(tax_approval.day, language)
    lines.push(line('deduction.approval', text('deduction.approvalOf', { number: tax_approval.number, day })))
  }
  return lines
}

/** The section, and beside it what is left of the gift once a part of it went back. */
function deducted({ tax_section: section, amount, returned_part: part }: Receipt): string {
  return part ? `${section} (${formatRupees(amount - part.amount)})` : section
}

/** The payment's ID of the provider; of a cheque its number and bank, of a UPI payment at the desk its reference. */
function paidBy({ mode, razorpay_payment_id: id, desk_reference: reference, bank }: Receipt): [PlainId, string][] {
  const lines: [PlainId, string][] = []
  if (mode === 'online') lines.push(['receipts.paymentId', id])
  if (reference) lines.push([mode === 'cheque' ? 'receipts.chequeNumber' : 'receipts.upiReference', reference])
  if (bank) lines.push(['receipts.bank', bank])
  return lines
}

function laterLinesOf(
  { amount_in_words, returned_part: part, returns, returned_by }: Receipt,
  { text, language }: { text: Translate; language: Language },
): ReceiptLine[] {
  const lines: ReceiptLine[] = [{ label: text('receipts.inWords'), value: amount_in_words }]
  if (part) {
    const value = `${formatRupees(part.amount)}, ${formatLongInstant(part.at, language)}`
    lines.push({ label: text('receipts.amountReturned'), value })
  }
  if (returns) lines.push({ label: text('receipts.returns'), value: returns.number, path: returns.path })
  if (returned_by)
    lines.push({ label: text('receipts.refundReceipt'), value: returned_by.number, path: returned_by.path })
  return lines
}
