import { languages } from '@petsetu/languages/languages.ts'
import { mapEntries } from '../platform/registry.ts'
import type { Examples } from './example.ts'

const NO_TEXTS = mapEntries(languages, () => '')

export const officeExamples = {
  petImports: {
    create: { body: { kind: 'pets' } },
    template: { query: { kind: 'pets' } },
    read: { params: { id: '1' } },
    check: {
      params: { id: '1' },
      body: {
        columns: { petName: 0, petType: 1, petAge: 2, petGender: 3, location: 4, address: 5, contactDetails: 6 },
      },
    },
    start: { params: { id: '1' } },
    undo: { params: { id: '1' } },
  },
  memberImports: {
    create: { body: { kind: 'members' } },
    template: { query: { kind: 'members' } },
    read: { params: { id: '1' } },
    check: { params: { id: '1' }, body: { columns: { name: 0, email: 1, phone: 2, plan: 3, startDate: 4 } } },
    start: { params: { id: '1' } },
    undo: { params: { id: '1' } },
  },
  reports: {
    movementsCsv: { query: { start_date: '2026-04-01', end_date: '2027-03-31' } },
    accountsCsv: { query: { start_date: '2026-04-01', end_date: '2027-03-31' } },
  },
  search: {
    find: { query: { q: 'Moti' } },
  },
  mails: {
    sendAgain: { params: { id: '1' } },
    unblock: { params: { id: '1' } },
    unblockSince: { params: { id: '1' } },
    preferences: { params: { token: 'aZ09_-aZ09_-aZ09_-aZ09' } },
    choose: { params: { token: 'aZ09_-aZ09_-aZ09_-aZ09' }, body: { off: ['membership-ends'] } },
    unsubscribe: { params: { token: 'aZ09_-aZ09_-aZ09_-aZ09' } },
    reportBounce: { body: { email: 'kavita@example.org', reason: '550 5.1.1 No such user' } },
  },
  foundation: {
    update: {
      body: {
        foundationName: 'Karuna Animal Welfare Foundation',
        marketingUrl: 'https://www.karuna-foundation.example',
        legalName: 'Karuna Animal Welfare Trust',
        legalAddress: '12 Example Road, Shivaji Nagar, Pune 411005',
        contactEmail: 'care@karuna-foundation.example',
        helplinePhone: '+91 20 5550 1234',
        registrationNumber: 'E-0000 (Pune)',
        foundationPan: 'AAATK0000A',
        grievanceOfficerName: 'Asha Kulkarni',
        grievanceOfficerEmail: 'grievance@karuna-foundation.example',
        grievanceOfficerTitle: 'Secretary',
        grievanceOfficerPhone: '+91 20 5550 1235',
        mailSignature: 'For every animal, with love',
        complaintDueDays: { cruelty: 2, other: 5 },
        emergencyNumbers: [
          { label: '', phone: '112' },
          { label: 'Animal ambulance', phone: '1962' },
        ],
        donationLink: '/donate',
        feeTexts: { ...NO_TEXTS, en: 'A fee of {amount} or more pays for the first visit.' },
        amountTexts: { en: { 500: 'Feeds one dog for a month' }, hi: {}, mr: {} },
        stories: { ...NO_TEXTS, en: 'Moti was found under a bridge. Today he lives with a family.' },
        bookYears: 8,
        holdYears: 3,
        donationSection: '133',
        approvalNumber: 'AAATK0000AF20261',
        approvalDay: '2026-04-01',
        approvedFrom: '2026-04-01',
        approvedUntil: '2031-03-31',
        deductibleCashMax: 2000,
        deductibleNeedsPan: true,
        cashDayMax: 199_999,
      },
    },
    readText: { params: { page: 'terms', language: 'en' } },
    setLogo: { body: {} },
    setStoryPhoto: { body: {} },
    previewText: {
      params: { page: 'terms', language: 'en' },
      body: { markdown: '# Terms of use\n\nBe kind to animals.' },
    },
    updateText: {
      params: { page: 'terms', language: 'en' },
      body: { markdown: '# Terms of use\n\nBe kind to animals, and to [each other](/contact).' },
    },
  },
} satisfies Examples<'petImports' | 'memberImports' | 'reports' | 'search' | 'mails' | 'foundation'>
