import type { FoundationSettings } from '@petsetu/contract/office/foundation-form.ts'
import { paths } from '@petsetu/contract/paths.ts'
import { ACKNOWLEDGE_HOURS } from '@petsetu/contract/people/grievances.ts'
import { PRIVACY_REQUEST_DAYS } from '@petsetu/contract/people/privacy-kinds.ts'
import { mapAddress } from '@petsetu/contract/platform/map-address.ts'
import { FILING_FEE_RUPEES_MIN } from '@petsetu/contract/platform/money.ts'
import { PURPOSES, type Purpose } from '@petsetu/contract/platform/purposes.ts'
import type { LegalBlock, LegalDocument, LegalPageName } from '@petsetu/contract/site/public-pages.ts'
import type { LegalDetails } from '@petsetu/contract/site/site.ts'
import { formatRupees } from '@petsetu/languages/formats.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import type { FoundationDetails } from '../../office/settings/foundation-store.ts'
import { PENDING_DAYS } from '../../payments/purpose-rules.ts'
import {
  ENDS,
  GROUNDS,
  type KeepingSettings,
  PERSONAL_ROWS,
  READERS,
} from '../../people/privacy/registry/personal-rows.ts'
import { textsIn } from '../../platform/languages/texts.ts'
import {
  emergencyNumbers,
  foundationFacts,
  grievanceContact,
  list,
  listBySubject,
  opening,
  otherDocuments,
  phoneLink,
} from './legal-parts.ts'

function termsDocument(details: FoundationSettings, language: Language): LegalDocument {
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

function privacyDocument(details: FoundationSettings, language: Language): LegalDocument {
  const text = textsIn(language)
  return {
    name: 'privacy',
    title: text('legal.privacy'),
    description: text('legalPrivacy.description'),
    intro: [...opening(text, details, language), text('legalPrivacy.intro')],
    sections: [
      { heading: text('legalPrivacy.rights'), blocks: rights(text) },
      { heading: text('legalPrivacy.who'), blocks: [whoSeesIt(text)] },
      { heading: text('legalPrivacy.keep'), blocks: [whatIsKept(text, details)] },
      { heading: text('legalPrivacy.browser'), blocks: [{ kind: 'text', text: text('legalPrivacy.browserHow') }] },
      { heading: text('legal.writeTo'), blocks: [grievanceContact(text, details)] },
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
    listBySubject(
      text('legalPrivacy.rightSee'),
      text('legalPrivacy.rightCorrect'),
      text('legalPrivacy.rightErase'),
      text('legalPrivacy.rightWithdraw'),
      text('legalPrivacy.rightNominate'),
      text('legalPrivacy.rightComplain'),
    ),
    { kind: 'text', text: text('legalPrivacy.rightsWhen', { days: PRIVACY_REQUEST_DAYS }) },
    {
      kind: 'actions',
      actions: [
        { label: text('legalPrivacy.ask'), href: paths.privacyRequest.to({}) },
        { label: text('legal.account'), href: paths.account.to({}) },
      ],
    },
  ]
}

function contactDocument(details: FoundationSettings, language: Language): LegalDocument {
  const text = textsIn(language)
  const [runBy = ''] = opening(text, details, language)
  return {
    name: 'contact',
    title: text('legal.contact'),
    description: text('legalContact.description'),
    intro: [runBy],
    sections: [
      ...helplineCall(text, details),
      { heading: text('legalContact.danger'), blocks: [emergencyCalls(text, details)] },
      ...howToReachUs(text, details),
      { heading: text('legalContact.forWhat'), blocks: [aboutAnimals(text)] },
      {
        heading: text('legalContact.grievances'),
        blocks: [
          { kind: 'text', text: howGrievancesGo(text, details) },
          { kind: 'actions', actions: [{ label: text('legalContact.grievancesForm'), href: '#grievance' }] },
          // The address is among the ways above.
          grievanceContact(text, { ...details, legalName: '', legalAddress: '' }),
        ],
      },
      {
        heading: text('legalContact.foundation'),
        blocks: [lookedUpFacts(text, details), otherDocuments(text, 'contact')],
      },
    ],
  }
}

function aboutAnimals(text: Translate): LegalBlock {
  const { complaint, home, trackComplaint } = paths
  const actions = [
    { label: text('legalContact.complain'), value: text('legalContact.complainHow'), href: complaint.to({}) },
    { label: text('legalContact.foundPet'), value: text('legalContact.foundPetHow'), href: home.to({}) },
    { label: text('legalContact.track'), value: text('legalContact.trackHow'), href: trackComplaint.to({}) },
  ]
  return { kind: 'actions', actions }
}

function howGrievancesGo(text: Translate, { grievanceDataDays, grievanceOtherDays }: FoundationSettings): string {
  const values = { hours: ACKNOWLEDGE_HOURS, data: grievanceDataDays, other: grievanceOtherDays }
  return grievanceDataDays === grievanceOtherDays
    ? text('legalContact.grievancesHowSame', values)
    : text('legalContact.grievancesHow', values)
}

function emergencyCalls(text: Translate, { emergencyNumbers: numbers }: FoundationSettings): LegalBlock {
  const actions = numbers.map(({ label: name, phone }) => ({
    label: name
      ? text('legalContact.callNamed', { name, number: phone })
      : text('legalContact.callEmergency', { number: phone }),
    href: phoneLink(phone),
    isUrgent: true,
  }))
  return { kind: 'actions', actions }
}

type Sections = LegalDocument['sections']

/** The main button of the page, above all headings. */
function helplineCall(text: Translate, { helplinePhone: phone }: FoundationSettings): Sections {
  if (!phone) return []
  const actions = [{ label: text('legalContact.callHelpline'), value: phone, href: phoneLink(phone) }]
  return [{ heading: '', blocks: [{ kind: 'actions', actions }] }]
}

/** The ways beside the helpline; none where the helpline is the only way. */
function howToReachUs(text: Translate, details: FoundationSettings): Sections {
  const { legalName, legalAddress, contactEmail: email, helplinePhone } = details
  const map = mapAddress(`${legalName}, ${legalAddress}`)
  const ways = [
    { label: text('legalContact.write'), value: email, href: `mailto:${email}` },
    { label: text('legalContact.map'), value: legalAddress, href: map },
  ]
  const heading = text('legalContact.us')
  const actions = ways.filter(({ value }) => value)
  if (actions.length > 0)
    return [{ heading, blocks: [{ kind: 'actions', actions: [...actions, website(text, details)] }] }]
  return helplinePhone ? [] : [{ heading, blocks: [{ kind: 'text', text: text('legalContact.noneYet') }] }]
}

function lookedUpFacts(text: Translate, details: FoundationSettings): LegalBlock {
  const { kind, facts } = foundationFacts(text, { ...details, helplinePhone: '', contactEmail: '', legalAddress: '' })
  const isAmongWays = Boolean(details.contactEmail || details.legalAddress)
  return { kind, facts: isAmongWays ? facts : [...facts, website(text, details)] }
}

function website(text: Translate, { marketingUrl }: FoundationSettings) {
  return { label: text('legal.website'), value: new URL(marketingUrl).host, href: `${marketingUrl}/contact` }
}

/** Says of each purpose when its money goes back. */
const REFUNDS: Record<Purpose, (text: Translate) => Sections[number]> = {
  complaint: (text) => ({
    heading: text('legalRefunds.fee'),
    blocks: [list(text('legalRefunds.feeNotPaid'), text('legalRefunds.feePaid'))],
  }),
  membership: (text) => ({
    heading: text('legalRefunds.membership'),
    blocks: [list(text('legalRefunds.membershipNotPaid', { days: PENDING_DAYS }), text('legalRefunds.membershipPaid'))],
  }),
  donation: (text) => ({ heading: text('legalRefunds.donation'), blocks: [list(text('legalRefunds.donationPaid'))] }),
}

function refundsDocument(details: LegalDetails, language: Language): LegalDocument {
  const text = textsIn(language)
  const [, since = ''] = opening(text, details, language)
  return {
    name: 'refunds',
    title: text('legal.refunds'),
    description: text('legalRefunds.description'),
    intro: [text('legalRefunds.intro', { foundation: details.legalName }), since],
    sections: [
      ...PURPOSES.map((purpose) => REFUNDS[purpose](text)),
      {
        heading: text('legalRefunds.wrong'),
        blocks: [
          list(text('legalRefunds.wrongOpen'), text('legalRefunds.wrongTwice'), text('legalRefunds.wrongAmount')),
        ],
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

type Compose = (details: FoundationDetails, language: Language) => LegalDocument

const COMPOSED: Record<LegalPageName, Compose> = {
  privacy: privacyDocument,
  terms: termsDocument,
  refunds: refundsDocument,
  contact: contactDocument,
}

// Fewer are on the screen anyway.
const LISTED_FROM = 5

/** A legal page of an installation in one language: the foundation's own text if it has written one in this language. */
export async function legalDocument(
  name: LegalPageName,
  details: FoundationDetails,
  language: Language,
): Promise<LegalDocument> {
  const composed = COMPOSED[name](details, language)
  const markdown = details.legalTexts[`${name} ${language}`]
  const document = markdown
    ? (await import('./written-document.ts')).formatDocument(markdown, composed, language)
    : composed
  const isLong = document.sections.filter(({ heading }) => heading).length >= LISTED_FROM
  return isLong && name !== 'contact' ? { ...document, contents: textsIn(language)('legal.contents') } : document
}

/** The list of personal data, with the days from the code that deletes and the years of the settings. */
export function whatIsKept(text: Translate, settings: KeepingSettings): Extract<LegalBlock, { kind: 'table' }> {
  return {
    kind: 'table',
    caption: text('legalPrivacy.keep'),
    isFolded: true,
    head: [
      text('legalPrivacy.what'),
      text('legalPrivacy.why'),
      text('legalPrivacy.ground'),
      text('legalPrivacy.seenBy'),
      text('legalPrivacy.howLong'),
      text('legalPrivacy.end'),
    ],
    rows: Object.values(PERSONAL_ROWS).map(({ what, why, howLong, ground, seenBy, end }) => [
      text(what),
      text(why),
      text(GROUNDS[ground]),
      text(READERS[seenBy]),
      howLong(text, settings),
      text(ENDS[end]),
    ]),
  }
}
