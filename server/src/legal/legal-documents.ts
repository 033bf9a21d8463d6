import type { LegalDocument, LegalPageName } from '@petsetu/contract/public-pages.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import type { Config } from '../config/config.ts'
import { contactDocument } from './contact-document.ts'
import { privacyDocument } from './privacy-document.ts'
import { refundsDocument } from './refunds-document.ts'
import { termsDocument } from './terms-document.ts'

/** The legal pages of an installation in one language. */
export const LEGAL_DOCUMENTS: Record<LegalPageName, (config: Config, language: Language) => LegalDocument> = {
  privacy: privacyDocument,
  terms: termsDocument,
  refunds: refundsDocument,
  contact: contactDocument,
}
