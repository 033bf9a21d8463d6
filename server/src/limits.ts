import type { Limit, Throttle } from './platform/http/limits/throttles.ts'

/** Documented in docs/security.md, which a test compares with this table. What is not listed has no limit of its own. */
export const LIMITS = {
  /** Sign-ins from one address, successful or not. */
  signinByAddress: { points: 30, seconds: 60, isByAddress: true },
  /** Unfinished sign-ins to one account from one network, so that parallel tries cannot slip in before the pause begins. */
  signinTries: { points: 5, seconds: 30 },
  /** Sign-ins to one account from all networks that it has not signed in from before. */
  signinFromUnknown: { points: 100, seconds: 3_600 },
  /** Wrong passwords for one account from one network; the pauses grow with the count. */
  signinFailures: { points: Number.MAX_SAFE_INTEGER, seconds: 86_400 },
  signinPauses: { points: 1, seconds: 900 },
  /** A camp on one Wi-Fi needs so many. */
  signupByAddress: { points: 100, seconds: 3_600, isByAddress: true },
  signupOfAll: { points: 900, seconds: 3_600, isOfAll: true },
  /** Requests for a link to a new password. */
  resetLinksByAddress: { points: 30, seconds: 3_600, isByAddress: true },
  resetLinksOfAll: { points: 600, seconds: 3_600, isOfAll: true },
  resetLinksByAccount: { points: 3, seconds: 3_600 },
  /** Links to a new password for all accounts with addresses of one mailbox that nobody has confirmed. */
  resetLinksByMailbox: { points: 6, seconds: 3_600 },
  /** Links and codes that do not work, from one address. One that works is not counted, and is never rejected. */
  wrongLinks: { points: 60, seconds: 3_600, isByAddress: true },
  /** Links that confirm an e-mail address, which one account asks for. */
  confirmationsByAccount: { points: 5, seconds: 3_600 },
  /** The same to all addresses of one mailbox, those of new accounts too. */
  confirmationsByMailbox: { points: 10, seconds: 3_600 },
  /** Changes of the password of one account, each of which is mailed. */
  passwordChangesByAccount: { points: 10, seconds: 3_600 },
  /** Changes of the second factor and the passkeys of one account, each of which is mailed. */
  factorChangesByAccount: { points: 20, seconds: 3_600 },
  complaintByAddress: { points: 10, seconds: 3_600, isByAddress: true },
  complaintByContact: { points: 20, seconds: 3_600 },
  complaintOfAll: { points: 600, seconds: 3_600, isOfAll: true },
  /** Each new fee amount creates a new order at the provider. */
  feeOrderByAddress: { points: 30, seconds: 3_600, isByAddress: true },
  feeOrderByComplaint: { points: 30, seconds: 3_600 },
  /** Questions to the payment provider whether an order was paid, from one address. */
  orderStateByAddress: { points: 60, seconds: 3_600, isByAddress: true },
  registrationByAddress: { points: 20, seconds: 3_600, isByAddress: true },
  registrationByContact: { points: 20, seconds: 3_600 },
  registrationOfAll: { points: 600, seconds: 3_600, isOfAll: true },
  donationByAddress: { points: 20, seconds: 3_600, isByAddress: true },
  donationByContact: { points: 20, seconds: 3_600 },
  donationOfAll: { points: 600, seconds: 3_600, isOfAll: true },
  /** Pets that one account registers; admins have no limit. */
  petsByAccount: { points: 60, seconds: 3_600 },
  /** Photos that one account sends, whether they are stored or not. */
  photosByAccount: { points: 120, seconds: 3_600 },
  /** Files to import that one admin sends. */
  importsByAccount: { points: 60, seconds: 3_600 },
  /** Downloads of one's own data. */
  dataByAccount: { points: 3, seconds: 3_600 },
  /** Requests for a code with which somebody without an account can ask about their data. */
  privacyCodesByAddress: { points: 30, seconds: 3_600, isByAddress: true },
  privacyCodesOfAll: { points: 600, seconds: 3_600, isOfAll: true },
  privacyCodesByMailbox: { points: 3, seconds: 3_600 },
  wrongPrivacyCodes: { points: 10, seconds: 3_600 },
  privacyRequestsByAccount: { points: 5, seconds: 86_400 },
  /** Grievances that somebody files with the form; each is acknowledged by a mail. */
  grievancesByAddress: { points: 10, seconds: 3_600, isByAddress: true },
  grievancesByContact: { points: 5, seconds: 86_400 },
  grievancesOfAll: { points: 300, seconds: 3_600, isOfAll: true },
  /** PDFs that one account, whoever has the address of one receipt, or one address that asks for certificates of animals, has drawn. */
  pdfs: { points: 12, seconds: 60 },
  /** Look-ups of unknown tag IDs from one address. */
  tagMisses: { points: 20, seconds: 60, isByAddress: true },
  /** Requests with an unknown token of a calendar feed. */
  careFeedMisses: { points: 20, seconds: 60, isByAddress: true },
  /** Forms of finders from one address, counted before they are read. */
  foundForms: { points: 120, seconds: 3_600, isByAddress: true },
  /** Reports that somebody has seen an animal of the street, from one address. */
  sightingsByAddress: { points: 60, seconds: 3_600, isByAddress: true },
  /** The same about one animal from one address; what comes above it is not counted. */
  sightingsByTagAndAddress: { points: 1, seconds: 21_600 },
  /** Messages of finders about one tag. */
  foundByTag: { points: 200, seconds: 86_400 },
  /** Counts the messages about one tag from one address, before they are told in a digest only. */
  foundByTagAndAddress: { points: 6, seconds: 86_400 },
  foundByAddress: { points: 10, seconds: 3_600, isByAddress: true },
  /** Counts what all finders send, before it is told in a digest only. */
  foundOfAll: { points: 600, seconds: 3_600 },
  /** Counts the reports of all finders that are stored. */
  foundStoredOfAll: { points: 3_000, seconds: 3_600 },
  /** Messages of one side of a thread with a finder. */
  foundMessages: { points: 30, seconds: 3_600 },
  /** Look-ups of unknown links of finders from one address. */
  foundTokenMisses: { points: 20, seconds: 60, isByAddress: true },
  /** Look-ups of unknown cards of members from one address. */
  memberTokenMisses: { points: 20, seconds: 60, isByAddress: true },
  /** Additions to one complaint with a link to it. */
  followMessages: { points: 20, seconds: 3_600 },
  /** Look-ups of unknown links to complaints from one address. */
  followTokenMisses: { points: 20, seconds: 60, isByAddress: true },
  /** Requests for a code with which a complaint can be opened. */
  trackCodesByAddress: { points: 30, seconds: 3_600, isByAddress: true },
  trackCodesOfAll: { points: 600, seconds: 3_600, isOfAll: true },
  trackCodesByComplaint: { points: 3, seconds: 3_600 },
  /** Links to the pages of their own complaints that one account opens. */
  followLinksByAccount: { points: 60, seconds: 3_600 },
  trackCodesByMailbox: { points: 10, seconds: 3_600 },
  wrongTrackCodes: { points: 10, seconds: 3_600 },
  /** Browsers that are to show notices, added or changed. */
  pushDevicesByAccount: { points: 60, seconds: 3_600 },
  pushDevicesByComplaint: { points: 30, seconds: 3_600 },
  /** Reports of opened notices that are not known. */
  pushReadMisses: { points: 60, seconds: 3_600, isByAddress: true },
  /** Look-ups of unknown pay links from one address. */
  payLinkMisses: { points: 20, seconds: 60, isByAddress: true },
  /** Orders that whoever has one pay link opens; each asks the payment provider. */
  payLinkOrders: { points: 30, seconds: 3_600 },
  /** Mails with pay links for one thing. */
  payLinkMails: { points: 5, seconds: 86_400 },
  /** Webhooks with an invalid signature from one address. Valid ones are not counted. */
  forgedWebhooks: { points: 20, seconds: 60, isByAddress: true },
  /** Reports of bounces with a wrong secret from one address. Right ones are not counted. */
  forgedBounces: { points: 20, seconds: 60, isByAddress: true },
} as const satisfies Record<string, Limit>

export type Throttles = Record<keyof typeof LIMITS, Throttle>
