import type { TaxSettings } from '@petsetu/contract/office/tax-settings.ts'
import type { Receipt } from '@petsetu/contract/payments/receipts.ts'

/** A donation as far as its deduction depends on it. `day` is the Indian day on which it was paid, `amount` is in rupees. */
type Gift = { day: string; amount: number; mode: Receipt['mode']; hasPan: boolean; isRefunded: boolean }

/**
 * True if a donation meets every condition that the settings name for a deduction: the foundation is approved on that day, the
 * donor has given a PAN, and a gift in cash is not too large.
 */
export function isDeductible(settings: TaxSettings, { day, amount, mode, hasPan, isRefunded }: Gift): boolean {
  const { donationSection, approvalNumber, approvalDay, approvedFrom, approvedUntil } = settings
  const isApproved = Boolean(donationSection && approvalNumber && approvalDay && approvedFrom && approvedUntil)
  if (!isApproved || isRefunded) return false
  if (day < approvedFrom || day > approvedUntil) return false
  if (settings.deductibleNeedsPan && !hasPan) return false
  return mode !== 'cash' || amount <= settings.deductibleCashMax
}
