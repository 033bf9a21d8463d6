import { paths } from '@petsetu/contract/paths.ts'
import { writtenFinancialYear } from '@petsetu/contract/platform/financial-year.ts'

/** The number as it is written, the path of the receipt's page, and the token in it. */
export type IssuedReceipt = { number: string; path: string; token: string }

/** `isTest`: of test money, which has series of its own. The year is null if it was issued before numbers began anew each year. */
type Numbered = { year: number | null; number: number; isTest: boolean }

export type ReceiptNumber = Numbered & { isRefund: boolean }

/** R-2026-27-000001, R-TEST-2026-27-000001, or without the year R-000001. */
export function formatReceiptNumber(receipt: Numbered): string {
  return written('R', receipt)
}

/** RF-2026-27-000001, the number of a refund's receipt. */
export function writtenRefundNumber(receipt: Numbered): string {
  return written('RF', receipt)
}

function written(letters: string, { year, number, isTest }: Numbered): string {
  const parts = [
    letters,
    isTest && 'TEST',
    year !== null && writtenFinancialYear(year),
    String(number).padStart(6, '0'),
  ]
  return parts.filter(Boolean).join('-')
}

/** The parts of a receipt's number as somebody typed it, such as R-2026-27-000001 or RF-2026-27-000001; null if it is none. */
export function parseReceiptNumber(typed: string): ReceiptNumber | null {
  const parts = /^R(F?)[\s-]*(TEST)?[\s-]*(?:(\d{4})-?\d{2}[\s-]*)?(\d{6,9})$/i.exec(typed.trim())
  if (!parts) return null
  const [, refund, test, year, number] = parts
  return {
    isRefund: refund !== '',
    isTest: test !== undefined,
    year: year === undefined ? null : Number(year),
    number: Number(number),
  }
}

/** The path of a receipt's page: of the newest copy, or of the first one. */
export function pathOfReceipt(token: string, copy?: 'first'): string {
  return paths.receipt.to({ token }, { copy })
}

/** The path of the page of a receipt with this token; null if there is none. */
export function receiptPath(token: string | null): string | null {
  return token === null ? null : paths.receipt.to({ token })
}
