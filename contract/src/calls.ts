import { caseCalls } from './complaints/cases.ts'
import { complaintCalls } from './complaints/complaints.ts'
import { caseNoticeCalls, followCalls } from './complaints/follow.ts'
import { dashboardCalls } from './office/dashboard.ts'
import { foundationCalls } from './office/foundation.ts'
import { memberImportCalls, petImportCalls } from './office/imports.ts'
import { mailCalls } from './office/mails.ts'
import { reportCalls } from './office/reports.ts'
import { searchCalls } from './office/search.ts'
import { bookCalls, cashSheetCalls } from './payments/books.ts'
import { deskCalls } from './payments/desk.ts'
import { linkCalls } from './payments/links.ts'
import { paymentCalls } from './payments/payments.ts'
import { receiptCalls } from './payments/receipts.ts'
import { settlementCalls } from './payments/settlements.ts'
import { accountCalls, deviceCalls } from './people/account.ts'
import { auditCalls } from './people/audit.ts'
import { authCalls, recoveryCalls } from './people/auth.ts'
import { breachCalls } from './people/breaches.ts'
import { consentCalls } from './people/consents.ts'
import { factorCalls, passkeyCalls } from './people/factors.ts'
import { grievanceCalls } from './people/grievances.ts'
import { correctionCalls, privacyCalls } from './people/privacy.ts'
import { pushCalls } from './people/push.ts'
import { userCalls } from './people/users.ts'
import { campAdminCalls, campCalls } from './pets/camps/camps.ts'
import { careCalls } from './pets/care.ts'
import { communityCalls } from './pets/community/community.ts'
import { foundCalls } from './pets/found.ts'
import { lostCalls } from './pets/lost.ts'
import { petCalls } from './pets/pets.ts'
import { photoCalls } from './pets/photos.ts'
import { printCalls, scanCalls, tagCalls } from './pets/tags.ts'
import type { Call } from './platform/call.ts'
import { donationCalls } from './supporters/donations.ts'
import { membershipCalls } from './supporters/memberships.ts'
import { planCalls } from './supporters/plans.ts'

export const callsByNoun = {
  auth: authCalls,
  recovery: recoveryCalls,
  account: accountCalls,
  devices: deviceCalls,
  push: pushCalls,
  privacy: privacyCalls,
  corrections: correctionCalls,
  grievances: grievanceCalls,
  breaches: breachCalls,
  factors: factorCalls,
  passkeys: passkeyCalls,
  care: careCalls,
  community: communityCalls,
  scans: scanCalls,
  pets: petCalls,
  photos: photoCalls,
  lost: lostCalls,
  prints: printCalls,
  found: foundCalls,
  tags: tagCalls,
  camps: campCalls,
  campAdmin: campAdminCalls,
  petImports: petImportCalls,
  users: userCalls,
  complaints: complaintCalls,
  cases: caseCalls,
  follow: followCalls,
  caseNotices: caseNoticeCalls,
  payments: paymentCalls,
  links: linkCalls,
  plans: planCalls,
  memberships: membershipCalls,
  memberImports: memberImportCalls,
  donations: donationCalls,
  receipts: receiptCalls,
  reports: reportCalls,
  desk: deskCalls,
  cashSheet: cashSheetCalls,
  settlements: settlementCalls,
  books: bookCalls,
  dashboard: dashboardCalls,
  search: searchCalls,
  mails: mailCalls,
  foundation: foundationCalls,
  audit: auditCalls,
  consents: consentCalls,
} satisfies Record<string, Record<string, Call>>

export const allCalls: Call[] = Object.values(callsByNoun).flatMap((calls): Call[] => Object.values(calls))
