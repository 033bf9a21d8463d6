import type { EntryForm } from '@petsetu/contract/case-entry.ts'
import type { Language } from '@petsetu/languages/languages.ts'

/** What is chosen anew for each complaint, and not kept in a draft. */
export type EntryChoices = { source: EntryForm['source']; language: Language; agreed: boolean }
