import { paths } from '@petsetu/contract/paths.ts'
import type { LegalBlock, LegalDocument } from '@petsetu/contract/public-pages.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import type { Config } from '../config/config.ts'
import { textsIn } from '../languages/texts.ts'
import { PRIVACY_REQUEST_DAYS } from '../privacy/privacy-requests.ts'
import { foundationFacts, opening, otherDocuments, whomToWriteTo } from './legal-parts.ts'

export function contactDocument(config: Config, language: Language): LegalDocument {
  const text = textsIn(language)
  const [runBy = ''] = opening(text, config, language)
  return {
    name: 'contact',
    title: text('legal.contact'),
    description: text('legalContact.description'),
    intro: [runBy, text('legalContact.danger')],
    sections: [
      { heading: text('legalContact.us'), blocks: howToReachUs(text, config) },
      {
        heading: text('legalContact.grievances'),
        blocks: [
          { kind: 'text', text: text('legalContact.grievancesHow', { days: PRIVACY_REQUEST_DAYS }) },
          whomToWriteTo(text, config),
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
            ],
          },
        ],
      },
      { heading: text('legal.readAlso'), blocks: [otherDocuments(text, 'contact')] },
    ],
  }
}

function howToReachUs(text: Translate, config: Config): LegalBlock[] {
  const { legalAddress, helplinePhone, contactEmail, marketingUrl } = config
  const { kind, facts } = foundationFacts(text, config)
  const website = { label: text('legal.website'), value: new URL(marketingUrl).host, href: `${marketingUrl}/contact` }
  const isKnown = legalAddress || helplinePhone || contactEmail
  return [
    ...(isKnown ? [] : [{ kind: 'text', text: text('legalContact.noneYet') } as const]),
    { kind, facts: [...facts, website] },
  ]
}
