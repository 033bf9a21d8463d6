import type { FoundationSettings } from '@petsetu/contract/foundation-form.ts'
import { FILING_FEE_RUPEES_MIN } from '@petsetu/contract/money.ts'
import type { LegalDocument } from '@petsetu/contract/public-pages.ts'
import { formatRupees } from '@petsetu/languages/formats.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { textsIn } from '../languages/texts.ts'
import { emergencyNumbers, list, opening, otherDocuments } from './legal-parts.ts'

export function termsDocument(details: FoundationSettings, language: Language): LegalDocument {
  const text = textsIn(language)
  return {
    name: 'terms',
    title: text('legal.terms'),
    description: text('legalTerms.description'),
    intro: [...opening(text, details, language), text('legalTerms.intro')],
    sections: [
      ...ofPets(text),
      ...ofMoney(text, emergencyNumbers(details, language)),
      {
        heading: text('legalTerms.content'),
        blocks: [list(text('legalTerms.contentYours'), text('legalTerms.contentLegal'))],
      },
      {
        heading: text('legalTerms.service'),
        blocks: [list(text('legalTerms.serviceCare'), text('legalTerms.serviceLaw'))],
      },
      { heading: text('legal.readAlso'), blocks: [otherDocuments(text, 'terms')] },
    ],
  }
}

function ofPets(text: Translate): LegalDocument['sections'] {
  return [
    {
      heading: text('legalTerms.account'),
      blocks: [
        list(text('legalTerms.accountAdult'), text('legalTerms.accountPassword'), text('legalTerms.accountEnd')),
      ],
    },
    {
      heading: text('legalTerms.tags'),
      blocks: [
        list(
          text('legalTerms.tagsOwn'),
          text('legalTerms.tagsPublic'),
          text('legalTerms.tagsPromise'),
          text('legalTerms.tagsSpent'),
        ),
      ],
    },
    {
      heading: text('legalTerms.messages'),
      blocks: [list(text('legalTerms.messagesHome'), text('legalTerms.messagesAbuse'))],
    },
  ]
}

function ofMoney(text: Translate, numbers: string): LegalDocument['sections'] {
  return [
    {
      heading: text('legalTerms.complaints'),
      blocks: [
        list(
          text('legalTerms.complaintsDanger', { numbers }),
          text('legalTerms.complaintsTrue'),
          text('legalTerms.complaintsFee', { amount: formatRupees(FILING_FEE_RUPEES_MIN) }),
        ),
      ],
    },
    {
      heading: text('legalTerms.memberships'),
      blocks: [
        list(
          text('legalTerms.membershipsTerm'),
          text('legalTerms.membershipsNoRenewal'),
          text('legalTerms.membershipsPersonal'),
        ),
      ],
    },
  ]
}
