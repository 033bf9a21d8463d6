import type { EntryForm } from '@petsetu/contract/case-entry.ts'
import type { Language } from '@petsetu/languages/languages.ts'

/** Choices that are made anew for each complaint, and not stored in a draft. */
export type EntryChoices = { source: EntryForm['source']; language: Language; agreed: boolean }
