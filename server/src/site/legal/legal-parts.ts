import type { FoundationSettings } from '@petsetu/contract/office/foundation-form.ts'
import { paths } from '@petsetu/contract/paths.ts'
import type { LegalBlock, LegalPageName } from '@petsetu/contract/site/public-pages.ts'
import type { LegalDetails } from '@petsetu/contract/site/site.ts'
import { formatLongDay } from '@petsetu/languages/formats.ts'
import { type Language, localeOf } from '@petsetu/languages/languages.ts'
import type { Translate } from '@petsetu/languages/translator.ts'

/** Since when the documents say what they say now. */
const IN_FORCE_SINCE = '2026-11-30'

type Facts = Extract<LegalBlock, { kind: 'facts' }>

/** Names the keeper of this installation, and the day since which the document is in force. */
export function opening(text: Translate, { legalName }: LegalDetails, language: Language): string[] {
  return [
    text('legal.runBy', { foundation: legalName }),
    text('legal.since', { day: formatLongDay(IN_FORCE_SINCE, language) }),
  ]
}

export function list(...items: string[]): LegalBlock {
  return { kind: 'list', items }
}

/** A list of entries that begin with their subject and a colon, which are set off. */
export function listBySubject(...items: string[]): LegalBlock {
  const pieces = items.map((item) => {
    const end = item.indexOf(':') + 1
    return [{ text: item.slice(0, end), isStrong: true }, { text: item.slice(end) }]
  })
  return { kind: 'items', isNumbered: false, items: pieces }
}

export const phoneLink = (phone: string) => `tel:${phone.replaceAll(/[^\d+]/g, '')}`

export function foundationFacts(text: Translate, details: LegalDetails): Facts {
  const phone = details.helplinePhone ?? ''
  return factsOf([
    { label: text('legal.name'), value: details.legalName },
    { label: text('legal.address'), value: details.legalAddress },
    { label: text('legal.phone'), value: phone, href: phoneLink(phone) },
    { label: text('legal.email'), value: details.contactEmail, href: `mailto:${details.contactEmail}` },
    { label: text('legal.registration'), value: details.registrationNumber },
    { label: text('legal.pan'), value: details.foundationPan },
  ])
}

/** Names the contact for questions about personal data: the grievance officer, or without one the foundation. */
export function grievanceContact(text: Translate, details: FoundationSettings): Facts {
  const { grievanceOfficerName, grievanceOfficerEmail, grievanceOfficerTitle, grievanceOfficerPhone } = details
  const email = grievanceOfficerEmail || details.contactEmail
  return factsOf([
    {
      label: text('legal.officer'),
      value: [grievanceOfficerName, grievanceOfficerName && grievanceOfficerTitle].filter(Boolean).join(', '),
    },
    {
      label: text(grievanceOfficerEmail ? 'legal.officerEmail' : 'legal.email'),
      value: email,
      href: `mailto:${email}`,
    },
    { label: text('legal.officerPhone'), value: grievanceOfficerPhone, href: phoneLink(grievanceOfficerPhone) },
    { label: text('legal.address'), value: [details.legalName, details.legalAddress].filter(Boolean).join(', ') },
  ])
}

export function otherDocuments(text: Translate, own: LegalPageName): LegalBlock {
  const all: [name: LegalPageName, title: string][] = [
    ['privacy', text('legal.privacy')],
    ['terms', text('legal.terms')],
    ['refunds', text('legal.refunds')],
    ['contact', text('legal.contact')],
  ]
  const links = all.filter(([name]) => name !== own).map(([name, title]) => ({ text: title, href: paths[name].to({}) }))
  return { kind: 'links', links }
}

/** The numbers of the settings, for a sentence such as 'call the ambulance 1962 or 112'. */
export function emergencyNumbers({ emergencyNumbers: numbers }: FoundationSettings, language: Language): string {
  const written = numbers.map(({ label, phone }) => (label ? `${label} ${phone}` : phone))
  return new Intl.ListFormat(localeOf(language), { type: 'disjunction' }).format(written)
}

function factsOf(facts: Facts['facts']): Facts {
  return { kind: 'facts', facts: facts.filter(({ value }) => value !== '') }
}
