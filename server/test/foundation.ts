import { foundationCalls } from '@petsetu/contract/office/foundation.ts'
import type { FoundationSettings } from '@petsetu/contract/office/foundation-form.ts'
import { mapEntries } from '@petsetu/contract/platform/registry.ts'
import { languages } from '@petsetu/languages/languages.ts'
import type { TestApp } from './harness.ts'
import { theAdmin } from './payment-state.ts'

/** The settings of a foundation, each another one than the environment of the tests gives. */
export const FOUNDATION: FoundationSettings = {
  foundationName: 'Daya Animal Care',
  marketingUrl: 'https://daya.example',
  legalName: 'Daya Trust',
  legalAddress: '1 Long Lane, Nagpur 440001',
  contactEmail: 'help@daya.example',
  helplinePhone: '+91 712 555 0199',
  registrationNumber: 'F-77/2011',
  foundationPan: 'ABCTD1234E',
  grievanceOfficerName: 'Ravi Deshmukh',
  grievanceOfficerEmail: 'ravi@daya.example',
  grievanceOfficerTitle: 'Secretary',
  grievanceOfficerPhone: '+91 712 555 0177',
  mailSignature: 'With thanks from all of us at Daya',
  complaintDueDays: { cruelty: 1, other: 9 },
  emergencyNumbers: [
    { label: 'Daya ambulance', phone: '1962' },
    { label: '', phone: '100' },
  ],
  donationLink: 'https://give.daya.example/now',
  feeTexts: {
    ...mapEntries(languages, () => ''),
    en: 'From {amount} on, for the vet.',
    hi: '{amount} से, डॉक्टर के लिए।',
  },
  amountTexts: { en: { 500: 'Feeds one dog for a month' }, hi: { 500: 'एक कुत्ते का महीने भर का खाना' }, mr: {} },
  stories: { ...mapEntries(languages, () => ''), en: 'Moti was found under a bridge.', hi: 'मोती पुल के नीचे मिला।' },
  bookYears: 10,
  holdYears: 5,
  grievanceDataDays: 20,
  grievanceOtherDays: 15,
  breachTeamEmail: 'team@daya.example',
  breachBoardEmail: 'board@daya.example',
  takesForeignMoney: false,
  donationSection: '133',
  approvalNumber: 'AAATK0000AF20261',
  approvalDay: '2026-04-01',
  approvedFrom: '2026-04-01',
  approvedUntil: '2031-03-31',
  earlierApprovals: [],
  deductibleCashMax: 1500,
  deductibleNeedsPan: false,
  cashDayMax: 50_000,
}

/** An approval for deductions that covers every day of the tests. */
export const APPROVAL = {
  donationSection: '133',
  approvalNumber: 'AAATK0000AF20261',
  approvalDay: '2020-05-08',
  approvedFrom: '2000-04-01',
  approvedUntil: '2099-03-31',
}

/** Changes some of the settings, as an admin does. */
export async function changeSettings(app: TestApp, changes: Partial<FoundationSettings>): Promise<void> {
  const admin = await theAdmin(app)
  const { settings } = (await app.call(foundationCalls.read, {}, admin)).body.data
  const reply = await app.call(foundationCalls.update, { body: { ...settings, ...changes } }, admin)
  if (reply.status !== 200) throw new Error(`The settings were refused: ${JSON.stringify(reply.body)}`)
}
