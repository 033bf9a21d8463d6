import type { PlainId } from '@petsetu/languages/translator.ts'
import { keysOf } from '../platform/registry.ts'

type OutcomeEntry = {
  label: PlainId
  /** The outcome in the words for the complainant. */
  followed: PlainId
  /** An animal got help: the home page counts the case as resolved. */
  isHelp: boolean
}

export const caseOutcomes = {
  rescued: { label: 'caseOutcome.rescued', followed: 'caseOutcome.followedRescued', isHelp: true },
  treated: { label: 'caseOutcome.treated', followed: 'caseOutcome.followedTreated', isHelp: true },
  owner_advised: { label: 'caseOutcome.ownerAdvised', followed: 'caseOutcome.followedOwnerAdvised', isHelp: true },
  fir_filed: { label: 'caseOutcome.firFiled', followed: 'caseOutcome.followedFirFiled', isHelp: true },
  sent_to_authority: {
    label: 'caseOutcome.sentToAuthority',
    followed: 'caseOutcome.followedSentToAuthority',
    isHelp: true,
  },
  nothing_found: { label: 'caseOutcome.nothingFound', followed: 'caseOutcome.followedNothingFound', isHelp: false },
  duplicate: { label: 'caseOutcome.duplicate', followed: 'caseOutcome.followedDuplicate', isHelp: false },
  withdrawn: { label: 'caseOutcome.withdrawn', followed: 'caseOutcome.followedWithdrawn', isHelp: false },
} as const satisfies Record<string, OutcomeEntry>

export const CASE_OUTCOMES = keysOf(caseOutcomes)
