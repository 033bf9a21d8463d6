import type { LegalDocument, LegalPageName } from '@petsetu/contract/public-pages.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import type { FoundationDetails } from '../settings/foundation-store.ts'
import { contactDocument } from './contact-document.ts'
import { privacyDocument } from './privacy-document.ts'
import { refundsDocument } from './refunds-document.ts'
import { termsDocument } from './terms-document.ts'

type Compose = (details: FoundationDetails, language: Language) => LegalDocument

const COMPOSED: Record<LegalPageName, Compose> = {
  privacy: privacyDocument,
  terms: termsDocument,
  refunds: refundsDocument,
  contact: contactDocument,
}

/** A legal page of an installation in one language: the foundation's own text if it has written one in this language. */
export async function legalDocument(
  name: LegalPageName,
  details: FoundationDetails,
  language: Language,
): Promise<LegalDocument> {
  const composed = COMPOSED[name](details, language)
  const markdown = details.legalTexts[`${name} ${language}`]
  if (!markdown) return composed
  const { writtenDocument } = await import('./written-document.ts')
  return writtenDocument(markdown, composed, language)
}
