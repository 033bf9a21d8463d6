import type { FoundationSettings } from '@petsetu/contract/office/foundation-form.ts'

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
  mailSignature: 'With thanks from all of us at Daya',
  complaintDueDays: { cruelty: 1, other: 9 },
  emergencyNumbers: [
    { label: 'Daya ambulance', phone: '1962' },
    { label: '', phone: '100' },
  ],
  donationLink: 'https://give.daya.example/now',
  feeTexts: { en: 'From {amount} on, for the vet.', hi: '{amount} से, डॉक्टर के लिए।', mr: '' },
  bookYears: 10,
  holdYears: 5,
  grievanceDataDays: 20,
  grievanceOtherDays: 15,
  breachTeamEmail: 'team@daya.example',
  breachBoardEmail: 'board@daya.example',
  takesForeignMoney: false,
}
