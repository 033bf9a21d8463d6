import { languages } from '@petsetu/languages/languages.ts'
import { mapEntries } from '../platform/registry.ts'
import { EXAMPLE_BROWSER, type Examples } from './example.ts'

const EXAMPLE_TOKEN = 'bm9ib2R5LWhhcy1nb3QtdGhpcy1leGFtcGxlLXRva2V'

const EXAMPLE_CHALLENGE = `1798761600.${'9f'.repeat(21)}9.${'9f'.repeat(21)}9`

const EXAMPLE_CREDENTIAL = {
  id: 'bm9ib2R5cy1wYXNza2V5',
  rawId: 'bm9ib2R5cy1wYXNza2V5',
  type: 'public-key' as const,
  clientExtensionResults: {},
}

const EXAMPLE_LETTERS = {
  ...mapEntries(languages, () => ({ subject: 'A laptop was stolen', body: 'Somebody may call you.' })),
  en: { subject: 'A laptop was stolen', body: 'A laptop with your address was stolen. Somebody may call you.' },
  hi: { subject: 'एक लैपटॉप चोरी हुआ', body: 'आपके पते वाला एक लैपटॉप चोरी हुआ है। कोई आपको फ़ोन कर सकता है।' },
  mr: { subject: 'एक लॅपटॉप चोरीला गेला', body: 'तुमचा पत्ता असलेला लॅपटॉप चोरीला गेला आहे. कोणी तुम्हाला फोन करू शकते.' },
}

export const peopleExamples = {
  auth: {
    signup: { body: { username: 'meera', email: 'meera@example.org', password: 'marigold-7' } },
    signin: { body: { username: 'meera', password: 'marigold-7' } },
    secondFactor: { body: { ticket: '7.1798761600.9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9', code: '287082' } },
    changePassword: { body: { currentPassword: 'marigold-7', newPassword: 'jasmine-garland-9' } },
  },
  recovery: {
    forgotPassword: { body: { login: 'meera' } },
    resetPassword: { body: { token: EXAMPLE_TOKEN, password: 'jasmine-garland-9' } },
    confirmEmail: { body: { token: EXAMPLE_TOKEN } },
    undoEmailChange: { body: { token: EXAMPLE_TOKEN } },
  },
  account: {
    chooseLanguage: { body: { language: 'hi' } },
    changeEmail: { body: { email: 'meera@example.com', current_password: 'jasmine-garland-9' } },
    setPhone: { body: { phone: '+91 98765 43210' } },
    chooseReminders: { body: { wants_reminders: true } },
    downloadData: { body: {} },
    delete: { body: { password: 'marigold-7' } },
  },
  devices: {
    signOut: { params: { id: '2' } },
  },
  push: {
    state: { body: { endpoint: EXAMPLE_BROWSER.endpoint } },
    save: { body: { ...EXAMPLE_BROWSER, kinds: ['found', 'lost-scan'] } },
    remove: { body: { endpoint: EXAMPLE_BROWSER.endpoint } },
    read: { body: { token: '6a1f0c1e-8f3b-4a57-9d52-0c7d1f4b2e90' } },
  },
  privacy: {
    sendCode: { body: { email: 'meera@example.org' } },
    requestByCode: { body: { email: 'meera@example.org', code: '1234 5678', kind: 'export' } },
    request: { body: { kind: 'correct', note: 'My phone number is wrong in an old complaint.' } },
    read: { params: { id: '1' } },
    makeFile: { params: { id: '1' } },
    erase: { params: { id: '1' }, body: { reason: 'Asked in writing.' } },
    enterForNominee: {
      body: {
        email: 'meera@example.org',
        kind: 'erase',
        nominee_email: 'arjun@example.org',
        proof: 'Death certificate and his identity card, seen at the desk.',
      },
      idempotencyKey: 'nominee-of-the-example',
    },
    finish: { params: { id: '1' }, body: { answer: 'We have corrected the number.' } },
  },
  corrections: {
    read: { params: { purpose: 'membership', id: '1' } },
    correct: {
      params: { purpose: 'membership', id: '1' },
      body: { version: 1, reason: 'The bank’s papers spell the name so.', name: 'Arjun Mehata' },
    },
  },
  grievances: {
    enter: {
      body: {
        kind: 'other',
        way: 'call',
        language: 'hi',
        name: 'Meera Joshi',
        phone: '+91 98765 43210',
        text: 'Nobody has called me back about my pet.',
      },
      idempotencyKey: 'grievance-of-the-example',
    },
    read: { params: { id: '1' } },
    acknowledge: { params: { id: '1' } },
    answer: { params: { id: '1' }, body: { answer: 'We are sorry. We have called you today.' } },
  },
  breaches: {
    create: {
      body: {
        title: 'A laptop was stolen',
        happened: 'A laptop of the office with a list of members was stolen from a car.',
        noticed_at: '2026-01-05T08:00:00.000Z',
      },
      idempotencyKey: 'breach-of-the-example',
    },
    read: { params: { id: '1' } },
    update: {
      params: { id: '1' },
      body: {
        title: 'A laptop was stolen',
        happened: 'A laptop of the office was stolen.',
        noticed_at: '2026-01-05T08:00:00.000Z',
        occurred: 'On 4 January 2026, in the evening',
        kinds: ['memberships'],
        from_day: '2025-01-01',
        to_day: null,
        consequences: 'Somebody may call you.',
        measures: 'The laptop is locked.',
        advice: '',
      },
    },
    addStep: {
      params: { id: '1' },
      body: { kind: 'note', at: '2026-01-05T09:00:00.000Z', text: 'The police have been told.' },
      idempotencyKey: 'step-of-the-example',
    },
    drafts: { params: { id: '1' } },
    sendLetters: { params: { id: '1' }, body: EXAMPLE_LETTERS },
    tellAuthority: {
      params: { id: '1' },
      body: {
        to: 'team',
        email: 'incident@example.org',
        language: 'en',
        subject: 'A laptop was stolen',
        body: 'A laptop of the office with a list of members was stolen on 4 January 2026.',
      },
    },
    listTold: { params: { id: '1' }, query: { page: '1' } },
    toldCsv: { params: { id: '1' } },
    close: { params: { id: '1' } },
  },
  factors: {
    begin: { body: { password: 'jasmine-garland-9' } },
    confirm: { body: { code: '287082' } },
    renewCodes: { body: { password: 'jasmine-garland-9', code: '287082' } },
    end: { body: { password: 'jasmine-garland-9', code: '287082' } },
  },
  passkeys: {
    signIn: {
      body: {
        ticket: EXAMPLE_CHALLENGE,
        credential: {
          ...EXAMPLE_CREDENTIAL,
          response: { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'MEUC' },
        },
      },
    },
    askToAdd: { body: { password: 'jasmine-garland-9' } },
    add: {
      body: {
        ticket: EXAMPLE_CHALLENGE,
        name: 'My phone',
        credential: { ...EXAMPLE_CREDENTIAL, response: { clientDataJSON: 'e30', attestationObject: 'o2Nm' } },
      },
    },
    rename: { params: { id: '1' }, body: { name: 'My old phone' } },
    remove: { params: { id: '1' }, body: { password: 'jasmine-garland-9' } },
  },
  users: {
    delete: { params: { id: '2' } },
    giveDuties: { params: { id: '2' }, body: { duties: ['pets', 'cases'] } },
    read: { params: { id: '2' } },
    correct: { params: { id: '2' }, body: { phone: '+91 98765 43210', language: 'mr' } },
    endSessions: { params: { id: '2' } },
    endSecondFactor: { params: { id: '2' }, body: { reason: 'The phone is lost; known in person.' } },
  },
  consents: {
    notices: { query: { purpose: 'complaint' } },
  },
} satisfies Examples<
  | 'auth'
  | 'recovery'
  | 'account'
  | 'devices'
  | 'push'
  | 'privacy'
  | 'corrections'
  | 'grievances'
  | 'breaches'
  | 'factors'
  | 'passkeys'
  | 'users'
  | 'consents'
>
