import type { LegalDetails } from '@petsetu/contract/legal-details.ts'
import { paths } from '@petsetu/contract/paths.ts'
import type { LegalBlock, LegalDocument } from '@petsetu/contract/public-pages.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { textsIn } from '../languages/texts.ts'
import { PRIVACY_REQUEST_DAYS } from '../privacy/privacy-requests.ts'
import { list, opening, otherDocuments, whomToWriteTo } from './legal-parts.ts'
import { whatIsKept } from './what-is-kept.ts'

export function privacyDocument(details: LegalDetails, language: Language): LegalDocument {
  const text = textsIn(language)
  return {
    name: 'privacy',
    title: text('legal.privacy'),
    description: text('legalPrivacy.description'),
    intro: [...opening(text, details, language), text('legalPrivacy.intro')],
    sections: [
      { heading: text('legalPrivacy.keep'), blocks: [whatIsKept(text)] },
      { heading: text('legalPrivacy.who'), blocks: [whoSeesIt(text)] },
      { heading: text('legalPrivacy.browser'), blocks: [{ kind: 'text', text: text('legalPrivacy.browserHow') }] },
      { heading: text('legalPrivacy.rights'), blocks: rights(text) },
      { heading: text('legal.writeTo'), blocks: [whomToWriteTo(text, details)] },
      { heading: text('legalPrivacy.children'), blocks: [{ kind: 'text', text: text('legalPrivacy.childrenHow') }] },
      { heading: text('legalPrivacy.safety'), blocks: [{ kind: 'text', text: text('legalPrivacy.safetyHow') }] },
      { heading: text('legal.readAlso'), blocks: [otherDocuments(text, 'privacy')] },
    ],
  }
}

function whoSeesIt(text: Translate): LegalBlock {
  return list(
    text('legalPrivacy.whoFinder'),
    text('legalPrivacy.whoThread'),
    text('legalPrivacy.whoAdmins'),
    text('legalPrivacy.whoRazorpay'),
    text('legalPrivacy.whoProcessors'),
    text('legalPrivacy.whoAuthorities'),
    text('legalPrivacy.whoNobody'),
  )
}

function rights(text: Translate): LegalBlock[] {
  return [
    list(
      text('legalPrivacy.rightSee'),
      text('legalPrivacy.rightCorrect'),
      text('legalPrivacy.rightErase'),
      text('legalPrivacy.rightWithdraw'),
      text('legalPrivacy.rightNominate'),
      text('legalPrivacy.rightComplain'),
    ),
    { kind: 'text', text: text('legalPrivacy.rightsWhen', { days: PRIVACY_REQUEST_DAYS }) },
    {
      kind: 'links',
      links: [
        { text: text('legalPrivacy.ask'), href: paths.privacyRequest.to({}) },
        { text: text('legal.account'), href: paths.account.to({}) },
      ],
    },
  ]
}
