import type { LegalBlock } from '@petsetu/contract/site/public-pages.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { AGE_DAYS_MAX, UNUSED_DAYS_MAX } from '../../people/auth/session-queries.ts'
import { DAYS_KEPT } from '../../people/privacy/forget-old.ts'
import { FOUND_DAYS_KEPT } from '../../pets/found/found-privacy.ts'
import { DONATION_YEARS_KEPT } from '../../supporters/donations/donation-privacy.ts'
import { PENDING_DAYS } from '../../supporters/memberships/expire-pending.ts'

/** Writes the table of docs/security.md for readers, with the days from the code that deletes. */
export function whatIsKept(text: Translate): LegalBlock {
  return {
    kind: 'table',
    caption: text('legalPrivacy.keep'),
    head: [text('legalPrivacy.what'), text('legalPrivacy.why'), text('legalPrivacy.howLong')],
    rows: [...ofAccounts(text), ...ofPets(text), ...ofForms(text), ...ofMails(text)],
  }
}

function ofAccounts(text: Translate): string[][] {
  const logins = { idle: UNUSED_DAYS_MAX, longest: AGE_DAYS_MAX, networks: DAYS_KEPT.knownNetworks }
  return [
    [text('legalPrivacy.account'), text('legalPrivacy.accountWhy'), text('legalPrivacy.accountHowLong')],
    [text('legalPrivacy.devices'), text('legalPrivacy.devicesWhy'), text('legalPrivacy.devicesHowLong', logins)],
  ]
}

function ofPets(text: Translate): string[][] {
  const threads = { closed: FOUND_DAYS_KEPT.afterClosing, silent: FOUND_DAYS_KEPT.silent }
  return [
    [text('legalPrivacy.pets'), text('legalPrivacy.petsWhy'), text('legalPrivacy.petsHowLong')],
    [
      text('legalPrivacy.scans'),
      text('legalPrivacy.scansWhy'),
      text('legalPrivacy.days', { days: DAYS_KEPT.scanDays }),
    ],
    [
      text('legalPrivacy.lost'),
      text('legalPrivacy.lostWhy'),
      text('legalPrivacy.lostHowLong', { days: DAYS_KEPT.lostOnList }),
    ],
    [text('legalPrivacy.found'), text('legalPrivacy.foundWhy'), text('legalPrivacy.foundHowLong', threads)],
  ]
}

function ofForms(text: Translate): string[][] {
  return [
    [text('legalPrivacy.complaints'), text('legalPrivacy.complaintsWhy'), text('legalPrivacy.complaintsHowLong')],
    [
      text('legalPrivacy.memberships'),
      text('legalPrivacy.membershipsWhy'),
      text('legalPrivacy.membershipsHowLong', { days: PENDING_DAYS }),
    ],
    [
      text('legalPrivacy.donations'),
      text('legalPrivacy.donationsWhy'),
      text('legalPrivacy.donationsHowLong', { years: DONATION_YEARS_KEPT, days: PENDING_DAYS }),
    ],
    [
      text('legalPrivacy.payments'),
      text('legalPrivacy.paymentsWhy'),
      text('legalPrivacy.paymentsHowLong', { days: DAYS_KEPT.providerEvents }),
    ],
  ]
}

function ofMails(text: Translate): string[][] {
  const mails = { texts: DAYS_KEPT.mailTexts, rest: DAYS_KEPT.mails }
  const notices = { days: DAYS_KEPT.pushNotices, unused: DAYS_KEPT.pushDevices }
  return [
    [text('legalPrivacy.notices'), text('legalPrivacy.noticesWhy'), text('legalPrivacy.noticesHowLong', notices)],
    [text('legalPrivacy.mails'), text('legalPrivacy.mailsWhy'), text('legalPrivacy.mailsHowLong', mails)],
    [
      text('legalPrivacy.requests'),
      text('legalPrivacy.requestsWhy'),
      text('legalPrivacy.requestsHowLong', { days: DAYS_KEPT.privacyRequests }),
    ],
    [text('legalPrivacy.limits'), text('legalPrivacy.limitsWhy'), text('legalPrivacy.limitsHowLong')],
  ]
}
