import type { LegalDetails } from '@petsetu/contract/legal-details.ts'
import type { LegalDocument } from '@petsetu/contract/public-pages.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import { textsIn } from '../languages/texts.ts'
import { PENDING_DAYS } from '../memberships/expire-pending.ts'
import { foundationFacts, list, opening, otherDocuments } from './legal-parts.ts'

export function refundsDocument(details: LegalDetails, language: Language): LegalDocument {
  const text = textsIn(language)
  const [, since = ''] = opening(text, details, language)
  return {
    name: 'refunds',
    title: text('legal.refunds'),
    description: text('legalRefunds.description'),
    intro: [text('legalRefunds.intro', { foundation: details.legalName }), since],
    sections: [
      {
        heading: text('legalRefunds.fee'),
        blocks: [list(text('legalRefunds.feeNotPaid'), text('legalRefunds.feePaid'))],
      },
      {
        heading: text('legalRefunds.membership'),
        blocks: [
          list(text('legalRefunds.membershipNotPaid', { days: PENDING_DAYS }), text('legalRefunds.membershipPaid')),
        ],
      },
      { heading: text('legalRefunds.donation'), blocks: [list(text('legalRefunds.donationPaid'))] },
      {
        heading: text('legalRefunds.wrong'),
        blocks: [list(text('legalRefunds.wrongOpen'), text('legalRefunds.wrongTwice'))],
      },
      {
        heading: text('legalRefunds.how'),
        blocks: [list(text('legalRefunds.howAsk'), text('legalRefunds.howWay'), text('legalRefunds.howLong'))],
      },
      { heading: text('legal.writeTo'), blocks: [foundationFacts(text, details)] },
      { heading: text('legal.readAlso'), blocks: [otherDocuments(text, 'refunds')] },
    ],
  }
}
