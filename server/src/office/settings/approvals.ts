import type { Approval, TaxSettings } from '@petsetu/contract/office/foundation-form.ts'

/** The approval under which donations of an Indian day are deductible; null without one. */
export function approvalOn(day: string, settings: TaxSettings): Approval | null {
  const isOfDay = ({ approvedFrom, approvedUntil }: Approval) => approvedFrom <= day && day <= approvedUntil
  return approvalsOf(settings).find(isOfDay) ?? null
}

/** The approvals of which section, number, day and term are known. The one whose term began last is the first. */
export function approvalsOf(settings: TaxSettings): Approval[] {
  const { donationSection, approvalNumber, approvalDay, approvedFrom, approvedUntil } = settings
  const present = { donationSection, approvalNumber, approvalDay, approvedFrom, approvedUntil }
  return [present, ...settings.earlierApprovals].filter((approval) => Object.values(approval).every(Boolean))
}

/**
 * The approvals that stay beside the one that is saved now: those whose terms began before its term. It replaces an approval whose term
 * begins on the same day or later, and one from which it differs in nothing but the term.
 */
export function earlierApprovals(stored: TaxSettings, saved: Approval): Approval[] {
  const beganBefore = ({ approvedFrom }: Approval) => saved.approvedFrom === '' || approvedFrom < saved.approvedFrom
  return approvalsOf(stored).filter((approval) => beganBefore(approval) && !isSameApproval(approval, saved))
}

const isSameApproval = (one: Approval, other: Approval) =>
  one.donationSection === other.donationSection &&
  one.approvalNumber === other.approvalNumber &&
  one.approvalDay === other.approvalDay
