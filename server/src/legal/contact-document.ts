import type { FoundationSettings } from '@petsetu/contract/foundation-form.ts'
import { paths } from '@petsetu/contract/paths.ts'
import type { LegalBlock, LegalDocument } from '@petsetu/contract/public-pages.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { textsIn } from '../languages/texts.ts'
import { PRIVACY_REQUEST_DAYS } from '../privacy/privacy-requests.ts'
import { emergencyNumbers, foundationFacts, opening, otherDocuments, whomToWriteTo } from './legal-parts.ts'

export function contactDocument(details: FoundationSettings, language: Language): LegalDocument {
  const text = textsIn(language)
  const [runBy = ''] = opening(text, details, language)
  return {
    name: 'contact',
    title: text('legal.contact'),
    description: text('legalContact.description'),
    intro: [runBy, text('legalContact.danger', { numbers: emergencyNumbers(details, language) })],
    sections: [
      { heading: text('legalContact.us'), blocks: howToReachUs(text, details) },
      {
        heading: text('legalContact.grievances'),
        blocks: [
          { kind: 'text', text: text('legalContact.grievancesHow', { days: PRIVACY_REQUEST_DAYS }) },
          whomToWriteTo(text, details),
        ],
      },
      {
        heading: text('legalContact.forWhat'),
        blocks: [
          {
            kind: 'links',
            links: [
              { text: text('legalContact.foundPet'), href: paths.home.to({}) },
              { text: text('legalContact.complain'), href: paths.complaint.to({}) },
              { text: text('legalContact.track'), href: paths.trackComplaint.to({}) },
            ],
          },
        ],
      },
      { heading: text('legal.readAlso'), blocks: [otherDocuments(text, 'contact')] },
    ],
  }
}

function howToReachUs(text: Translate, details: FoundationSettings): LegalBlock[] {
  const { legalAddress, helplinePhone, contactEmail, marketingUrl } = details
  const { kind, facts } = foundationFacts(text, details)
  const website = { label: text('legal.website'), value: new URL(marketingUrl).host, href: `${marketingUrl}/contact` }
  const isKnown = legalAddress || helplinePhone || contactEmail
  return [
    ...(isKnown ? [] : [{ kind: 'text', text: text('legalContact.noneYet') } as const]),
    { kind, facts: [...facts, website] },
  ]
}
