import { accountCalls } from './account.ts'
import { auditCalls } from './audit.ts'
import { authCalls } from './auth.ts'
import type { Call } from './call.ts'
import { careCalls } from './care.ts'
import { caseCalls } from './cases.ts'
import { cashSheetCalls } from './cash-sheet.ts'
import { complaintCalls } from './complaints.ts'
import { dashboardCalls } from './dashboard.ts'
import { deskCalls } from './desk.ts'
import { deviceCalls } from './devices.ts'
import { donationCalls } from './donations.ts'
import { factorCalls } from './factors.ts'
import { followCalls } from './follow.ts'
import { foundCalls } from './found.ts'
import { foundationCalls } from './foundation.ts'
import { memberImportCalls, petImportCalls } from './imports.ts'
import { lostCalls } from './lost.ts'
import { mailCalls } from './mails.ts'
import { membershipCalls } from './memberships.ts'
import { paymentCalls } from './payments.ts'
import { petCalls } from './pets.ts'
import { photoCalls } from './photos.ts'
import { planCalls } from './plans.ts'
import { printCalls } from './prints.ts'
import { privacyCalls } from './privacy.ts'
import { receiptCalls } from './receipts.ts'
import { recoveryCalls } from './recovery.ts'
import { reportCalls } from './reports.ts'
import { scanCalls } from './scans.ts'
import { searchCalls } from './search.ts'
import { settlementCalls } from './settlements.ts'
import { tagCalls } from './tags.ts'
import { userCalls } from './users.ts'

export const callsByNoun = {
  auth: authCalls,
  recovery: recoveryCalls,
  account: accountCalls,
  devices: deviceCalls,
  privacy: privacyCalls,
  factors: factorCalls,
  care: careCalls,
  scans: scanCalls,
  pets: petCalls,
  photos: photoCalls,
  lost: lostCalls,
  prints: printCalls,
  found: foundCalls,
  tags: tagCalls,
  petImports: petImportCalls,
  users: userCalls,
  complaints: complaintCalls,
  cases: caseCalls,
  follow: followCalls,
  payments: paymentCalls,
  plans: planCalls,
  memberships: membershipCalls,
  memberImports: memberImportCalls,
  donations: donationCalls,
  receipts: receiptCalls,
  reports: reportCalls,
  desk: deskCalls,
  cashSheet: cashSheetCalls,
  settlements: settlementCalls,
  dashboard: dashboardCalls,
  search: searchCalls,
  mails: mailCalls,
  foundation: foundationCalls,
  audit: auditCalls,
} satisfies Record<string, Record<string, Call>>

export const allCalls: Call[] = Object.values(callsByNoun).flatMap((calls): Call[] => Object.values(calls))
