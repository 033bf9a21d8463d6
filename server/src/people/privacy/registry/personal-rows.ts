import { formatCount } from '@petsetu/languages/formats.ts'
import type { PlainId, Translate } from '@petsetu/languages/translator.ts'
import { PAY_LINK_DAYS, PAY_LINK_KEPT_DAYS } from '../../../payments/pay-links.ts'
import { PENDING_DAYS } from '../../../payments/purpose-rules.ts'
import { FOUND_DAYS_KEPT } from '../../../pets/found/found-privacy.ts'
import { AGE_DAYS_MAX, UNUSED_DAYS_MAX } from '../../auth/session-queries.ts'
import { DAYS_KEPT } from '../erasing/forget-old.ts'

export const GROUNDS = {
  asked: 'legalPrivacy.groundAsked',
  agreed: 'legalPrivacy.groundAgreed',
  books: 'legalPrivacy.groundBooks',
  safety: 'legalPrivacy.groundSafety',
  answer: 'legalPrivacy.groundAnswer',
} as const satisfies Record<string, PlainId>

export const READERS = {
  nobody: 'legalPrivacy.seenByNobody',
  admins: 'legalPrivacy.seenByAdmins',
  youAndAdmins: 'legalPrivacy.seenByYou',
  finders: 'legalPrivacy.seenByFinders',
  everybody: 'legalPrivacy.seenByEverybody',
  thread: 'legalPrivacy.seenByThread',
  authorities: 'legalPrivacy.seenByAuthorities',
  razorpay: 'legalPrivacy.seenByRazorpay',
  taxOffice: 'legalPrivacy.seenByTaxOffice',
} as const satisfies Record<string, PlainId>

export const ENDS = {
  deleted: 'legalPrivacy.endDeleted',
  closed: 'legalPrivacy.endClosed',
  books: 'legalPrivacy.endBooks',
  nameless: 'legalPrivacy.endNameless',
  reason: 'legalPrivacy.endReason',
  itself: 'legalPrivacy.endItself',
  answered: 'legalPrivacy.endAnswered',
} as const satisfies Record<string, PlainId>

export type KeepingSettings = { bookYears: number }

type RowOfList = {
  what: PlainId
  why: PlainId
  howLong: (text: Translate, settings: KeepingSettings) => string
  ground: keyof typeof GROUNDS
  seenBy: keyof typeof READERS
  end: keyof typeof ENDS
}

/** The list of personal data as people read it on /privacy and in docs/security.md. The registry names the columns of each row. */
export const PERSONAL_ROWS = {
  account: {
    what: 'legalPrivacy.account',
    why: 'legalPrivacy.accountWhy',
    howLong: (text) => text('legalPrivacy.accountHowLong'),
    ground: 'asked',
    seenBy: 'youAndAdmins',
    end: 'deleted',
  },
  devices: {
    what: 'legalPrivacy.devices',
    why: 'legalPrivacy.devicesWhy',
    howLong: (text) =>
      text('legalPrivacy.devicesHowLong', {
        idle: UNUSED_DAYS_MAX,
        longest: AGE_DAYS_MAX,
        networks: DAYS_KEPT.knownNetworks,
      }),
    ground: 'safety',
    seenBy: 'youAndAdmins',
    end: 'deleted',
  },
  links: {
    what: 'legalPrivacy.links',
    why: 'legalPrivacy.linksWhy',
    howLong: (text) => text('legalPrivacy.linksHowLong'),
    ground: 'safety',
    seenBy: 'nobody',
    end: 'deleted',
  },
  repeats: {
    what: 'legalPrivacy.repeats',
    why: 'legalPrivacy.repeatsWhy',
    howLong: (text) =>
      text('legalPrivacy.repeatsHowLong', { account: DAYS_KEPT.createdIds, complaint: DAYS_KEPT.idempotencyKeys }),
    ground: 'safety',
    seenBy: 'nobody',
    end: 'deleted',
  },
  pets: {
    what: 'legalPrivacy.pets',
    why: 'legalPrivacy.petsWhy',
    howLong: (text) => text('legalPrivacy.petsHowLong'),
    ground: 'asked',
    seenBy: 'finders',
    end: 'deleted',
  },
  care: {
    what: 'legalPrivacy.care',
    why: 'legalPrivacy.careWhy',
    howLong: (text) => text('legalPrivacy.careHowLong'),
    ground: 'asked',
    seenBy: 'youAndAdmins',
    end: 'deleted',
  },
  carers: {
    what: 'legalPrivacy.carers',
    why: 'legalPrivacy.carersWhy',
    howLong: (text) => text('legalPrivacy.carersHowLong'),
    ground: 'asked',
    seenBy: 'youAndAdmins',
    end: 'deleted',
  },
  scans: {
    what: 'legalPrivacy.scans',
    why: 'legalPrivacy.scansWhy',
    howLong: (text) => text('legalPrivacy.days', { days: DAYS_KEPT.scanDays }),
    ground: 'asked',
    seenBy: 'youAndAdmins',
    end: 'deleted',
  },
  lost: {
    what: 'legalPrivacy.lost',
    why: 'legalPrivacy.lostWhy',
    howLong: (text) => text('legalPrivacy.lostHowLong', { days: DAYS_KEPT.lostOnList }),
    ground: 'agreed',
    seenBy: 'everybody',
    end: 'deleted',
  },
  found: {
    what: 'legalPrivacy.found',
    why: 'legalPrivacy.foundWhy',
    howLong: (text) =>
      text('legalPrivacy.foundHowLong', { closed: FOUND_DAYS_KEPT.afterClosing, silent: FOUND_DAYS_KEPT.silent }),
    ground: 'asked',
    seenBy: 'thread',
    end: 'deleted',
  },
  complaints: {
    what: 'legalPrivacy.complaints',
    why: 'legalPrivacy.complaintsWhy',
    howLong: (text) => text('legalPrivacy.complaintsHowLong'),
    ground: 'asked',
    seenBy: 'authorities',
    end: 'closed',
  },
  caseFiles: {
    what: 'legalPrivacy.caseFiles',
    why: 'legalPrivacy.caseFilesWhy',
    howLong: (text) => text('legalPrivacy.withTheComplaint'),
    ground: 'asked',
    seenBy: 'authorities',
    end: 'closed',
  },
  caseHistory: {
    what: 'legalPrivacy.caseHistory',
    why: 'legalPrivacy.caseHistoryWhy',
    howLong: (text) => text('legalPrivacy.withTheComplaint'),
    ground: 'asked',
    seenBy: 'authorities',
    end: 'closed',
  },
  memberships: {
    what: 'legalPrivacy.memberships',
    why: 'legalPrivacy.membershipsWhy',
    howLong: (text) => text('legalPrivacy.membershipsHowLong', { days: PENDING_DAYS }),
    ground: 'asked',
    seenBy: 'razorpay',
    end: 'deleted',
  },
  donations: {
    what: 'legalPrivacy.donations',
    why: 'legalPrivacy.donationsWhy',
    howLong: (text, { bookYears }) => text('legalPrivacy.donationsHowLong', { years: bookYears, days: PENDING_DAYS }),
    ground: 'books',
    seenBy: 'taxOffice',
    end: 'books',
  },
  payments: {
    what: 'legalPrivacy.payments',
    why: 'legalPrivacy.paymentsWhy',
    howLong: (text, { bookYears }) => text('legalPrivacy.paymentsHowLong', { years: bookYears }),
    ground: 'books',
    seenBy: 'razorpay',
    end: 'books',
  },
  desk: {
    what: 'legalPrivacy.desk',
    why: 'legalPrivacy.deskWhy',
    howLong: (text) => text('legalPrivacy.withTheBooks'),
    ground: 'books',
    seenBy: 'youAndAdmins',
    end: 'nameless',
  },
  providerEvents: {
    what: 'legalPrivacy.providerEvents',
    why: 'legalPrivacy.providerEventsWhy',
    howLong: (text) => text('legalPrivacy.days', { days: DAYS_KEPT.providerEvents }),
    ground: 'books',
    seenBy: 'admins',
    end: 'deleted',
  },
  mails: {
    what: 'legalPrivacy.mails',
    why: 'legalPrivacy.mailsWhy',
    howLong: (text) => text('legalPrivacy.mailsHowLong', { texts: DAYS_KEPT.mailTexts, rest: DAYS_KEPT.mails }),
    ground: 'asked',
    seenBy: 'admins',
    end: 'deleted',
  },
  requests: {
    what: 'legalPrivacy.requests',
    why: 'legalPrivacy.requestsWhy',
    howLong: (text) => text('legalPrivacy.requestsHowLong', { days: DAYS_KEPT.privacyRequests }),
    ground: 'answer',
    seenBy: 'youAndAdmins',
    end: 'deleted',
  },
  corrections: {
    what: 'legalPrivacy.corrections',
    why: 'legalPrivacy.correctionsWhy',
    howLong: (text) => text('legalPrivacy.correctionsHowLong'),
    ground: 'answer',
    seenBy: 'youAndAdmins',
    end: 'deleted',
  },
  grievances: {
    what: 'legalPrivacy.grievances',
    why: 'legalPrivacy.grievancesWhy',
    howLong: (text) => text('legalPrivacy.grievancesHowLong', { days: formatCount(DAYS_KEPT.grievances) }),
    ground: 'answer',
    seenBy: 'youAndAdmins',
    end: 'answered',
  },
  breaches: {
    what: 'legalPrivacy.breaches',
    why: 'legalPrivacy.breachesWhy',
    howLong: (text) => text('legalPrivacy.days', { days: formatCount(DAYS_KEPT.breachPeople) }),
    ground: 'answer',
    seenBy: 'admins',
    end: 'nameless',
  },
  notices: {
    what: 'legalPrivacy.notices',
    why: 'legalPrivacy.noticesWhy',
    howLong: (text) => text('legalPrivacy.noticesHowLong'),
    ground: 'answer',
    seenBy: 'admins',
    end: 'nameless',
  },
  payLinks: {
    what: 'legalPrivacy.payLinks',
    why: 'legalPrivacy.payLinksWhy',
    howLong: (text) => text('legalPrivacy.payLinksHowLong', { days: PAY_LINK_DAYS, kept: PAY_LINK_KEPT_DAYS }),
    ground: 'asked',
    seenBy: 'youAndAdmins',
    end: 'deleted',
  },
  push: {
    what: 'legalPrivacy.pushNotices',
    why: 'legalPrivacy.pushNoticesWhy',
    howLong: (text) =>
      text('legalPrivacy.pushNoticesHowLong', { unused: DAYS_KEPT.pushDevices, days: DAYS_KEPT.pushNotices }),
    ground: 'agreed',
    seenBy: 'nobody',
    end: 'deleted',
  },
  audit: {
    what: 'legalPrivacy.audit',
    why: 'legalPrivacy.auditWhy',
    howLong: (text) => text('legalPrivacy.days', { days: formatCount(DAYS_KEPT.audit) }),
    ground: 'answer',
    seenBy: 'admins',
    end: 'reason',
  },
  imports: {
    what: 'legalPrivacy.imports',
    why: 'legalPrivacy.importsWhy',
    howLong: (text) =>
      text('legalPrivacy.importsHowLong', { files: DAYS_KEPT.importFiles, days: formatCount(DAYS_KEPT.imports) }),
    ground: 'asked',
    seenBy: 'admins',
    end: 'itself',
  },
  limits: {
    what: 'legalPrivacy.limits',
    why: 'legalPrivacy.limitsWhy',
    howLong: (text) => text('legalPrivacy.limitsHowLong'),
    ground: 'safety',
    seenBy: 'nobody',
    end: 'itself',
  },
} as const satisfies Record<string, RowOfList>

export type PersonalRow = keyof typeof PERSONAL_ROWS
