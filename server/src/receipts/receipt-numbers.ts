import { writtenFinancialYear } from '@petsetu/contract/dates.ts'
import { paths } from '@petsetu/contract/paths.ts'

/** The number as it is written, the path of the receipt's page, and the token in it. */
export type IssuedReceipt = { number: string; path: string; token: string }

/** R-2026-27-000001; without the year if it was issued before numbers began anew each year. */
export function writtenNumber(year: number | null, number: number): string {
  return ['R', year !== null && writtenFinancialYear(year), String(number).padStart(6, '0')].filter(Boolean).join('-')
}

/** RF-2026-27-000001, the number of a refund's receipt. */
export function writtenRefundNumber(year: number, number: number): string {
  return `RF-${writtenFinancialYear(year)}-${String(number).padStart(6, '0')}`
}

export type ReceiptNumber = { isRefund: boolean; year: number | null; number: number }

/** The parts of a receipt's number as somebody typed it, such as R-2026-27-000001 or RF-2026-27-000001; null if it is none. */
export function parseReceiptNumber(typed: string): ReceiptNumber | null {
  const [, refund, year, number] = /^R(F?)[\s-]*(?:(\d{4})-?\d{2}[\s-]*)?(\d{6,9})$/i.exec(typed.trim()) ?? []
  if (number === undefined) return null
  return { isRefund: refund !== '', year: year === undefined ? null : Number(year), number: Number(number) }
}

/** The path of the page of a receipt with this token; null if there is none. */
export function receiptPath(token: string | null): string | null {
  return token === null ? null : paths.receipt.to({ token })
}
