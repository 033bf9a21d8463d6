import type { callsByNoun } from './calls.ts'
import type { Call, Input } from './platform/call.ts'

type Calls = typeof callsByNoun

export type Example = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: Record<string, unknown>
  idempotencyKey?: string
}

type ExampleOf<C> = C extends Call ? Partial<Input<C>> & Pick<Example, 'idempotencyKey'> : never

const EXAMPLE_TOKEN = 'bm9ib2R5LWhhcy1nb3QtdGhpcy1leGFtcGxlLXRva2V'

const EXAMPLE_CHALLENGE = `1798761600.${'9f'.repeat(21)}9.${'9f'.repeat(21)}9`
const EXAMPLE_CREDENTIAL = {
  id: 'bm9ib2R5cy1wYXNza2V5',
  rawId: 'bm9ib2R5cy1wYXNza2V5',
  type: 'public-key' as const,
  clientExtensionResults: {},
}

const EXAMPLE_BROWSER = {
  endpoint: 'https://fcm.googleapis.com/fcm/send/example-of-a-browser',
  p256dh: 'BB4YUy_UdUwC8wQdnHXOszuD_9gax85P6ILMscmLxYlupGwxHE4v9A3ZajZT5uRURdMt_khuztdcepDGoYiBwKM',
  auth: 'ZXhhbXBsZS1hdXRoLTAwMQ',
}

const EXAMPLE_LETTERS = {
  en: { subject: 'A laptop was stolen', body: 'A laptop with your address was stolen. Somebody may call you.' },
  hi: { subject: 'एक लैपटॉप चोरी हुआ', body: 'आपके पते वाला एक लैपटॉप चोरी हुआ है। कोई आपको फ़ोन कर सकता है।' },
  mr: { subject: 'एक लॅपटॉप चोरीला गेला', body: 'तुमचा पत्ता असलेला लॅपटॉप चोरीला गेला आहे. कोणी तुम्हाला फोन करू शकते.' },
}

const EXAMPLE_CAMP = {
  ...{ name: 'Rabies day in Kothrud', day: '2026-01-31', ward: 'Kothrud', place: 'Near the vegetable market' },
  kinds: [
    {
      ...{ kind: 'rabies' as const, product: 'Raksharab', batch: 'RB-17' },
      ...{ valid_until: '2027-01-30', vet: 'Dr. Rao' },
    },
    { kind: 'tag' as const },
  ],
}
const EXAMPLE_WORK = 'rabies-of-kalu-2026-01-31'

/**
 * The example inputs in the API docs, which are also sent when somebody tries a call without typing anything. On an empty
 * database, in this order, the first calls create what the later ones refer to.
 */
const examples = {
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
        ...{ kind: 'other', way: 'call', language: 'hi', name: 'Meera Joshi', phone: '+91 98765 43210' },
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
        ...{ title: 'A laptop was stolen', happened: 'A laptop of the office was stolen.' },
        ...{ noticed_at: '2026-01-05T08:00:00.000Z', occurred: 'On 4 January 2026, in the evening' },
        ...{ kinds: ['memberships'], from_day: '2025-01-01', to_day: null },
        ...{ consequences: 'Somebody may call you.', measures: 'The laptop is locked.', advice: '' },
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
        ...{ to: 'team', email: 'incident@example.org', language: 'en', subject: 'A laptop was stolen' },
        body: 'A laptop of the office with a list of members was stolen on 4 January 2026.',
      },
    },
    listTold: { params: { id: '1' }, query: { page: '1' } },
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
  care: {
    list: { params: { id: '1' } },
    create: {
      params: { id: '1' },
      body: {
        kind: 'rabies',
        product: 'Nobivac Rabies',
        day: '2026-03-05',
        valid_until: '2027-03-05',
        vet: 'Dr. Rao',
        note: 'Left hind leg',
      },
    },
    update: {
      params: { id: '1', careId: '1' },
      body: { kind: 'rabies', product: 'Raksharab', day: '2026-01-31', valid_until: '2027-01-31' },
    },
    delete: { params: { id: '1', careId: '1' } },
    calendar: { params: { id: '1' } },
    readFeed: { params: { token: 'aZ09_-aZ09_-aZ09_-aZ09_-aZ09_-aZ09_-aZ09_-a' } },
  },
  community: {
    register: {
      body: {
        petName: 'Kalu',
        petType: 'Dog',
        petGender: 'male',
        ward: 'Kasba Peth',
        landmark: 'Behind the vegetable market',
        earNotch: 'left',
        sterilisedOn: '2026-01-31',
        sterilisedBy: 'City Animal Hospital',
        recognitionNo: 'AWBI-77',
        certificateNo: 'C-12',
        rabiesOn: '2026-01-31',
        rabiesValidUntil: '2027-01-31',
      },
    },
    read: { params: { id: '2' } },
    change: {
      params: { id: '2' },
      body: {
        petName: 'Kalu',
        petType: 'Dog',
        petGender: 'male',
        ward: 'Kasba Peth',
        landmark: 'By the bus stand',
        earNotch: 'left',
        status: 'moved',
      },
    },
    see: { params: { petId: 'ABCDEFGHJKLM' }, body: { area: 'Kasba Peth' } },
    certificate: { params: { petId: 'ABCDEFGHJKLM' } },
    sightings: { params: { id: '2' } },
    putCertificateFile: { params: { id: '2' }, body: {} },
    certificateFile: { params: { id: '2' } },
    deleteCertificateFile: { params: { id: '2' } },
    adopt: { params: { id: '2' }, body: { login: 'meera' } },
    nameCarer: { body: { login: 'meera' } },
    removeCarer: { params: { userId: '2' } },
    listCarersOf: { params: { id: '2' } },
    addCarer: { params: { id: '2' }, body: { login: 'meera' } },
    dropCarer: { params: { id: '2', userId: '2' } },
  },
  scans: {
    list: { params: { id: '1' } },
  },
  pets: {
    create: {
      body: {
        petName: 'Moti',
        petType: 'Dog',
        petAge: '3 years',
        petGender: 'male',
        vaccinationDetail: 'Rabies',
        vaccinationDate: '2026-01-31',
        location: 'Shivaji Nagar, Pune',
        address: '12 Neem Road',
        contactDetails: '+91 98765 43210',
        shown: { ownerName: true, contact: true, area: true, address: false, medical: true, vet: true },
      },
    },
    chooseShown: { body: { shown: { address: false } } },
    read: { params: { id: '1' } },
    update: {
      params: { id: '1' },
      body: {
        petName: 'Moti',
        petType: 'Dog',
        petAge: '4 years',
        petGender: 'male',
        location: 'Kothrud, Pune',
        address: '8 Tank Street',
        contactDetails: '+91 98765 43210',
      },
    },
    delete: { params: { id: '1' } },
    deleteAny: { params: { id: '1' } },
  },
  photos: {
    add: { params: { id: '1' }, body: {} },
    order: { params: { id: '1' }, body: { order: [1] } },
    remove: { params: { id: '1', photoId: '1' } },
  },
  lost: {
    mark: {
      params: { id: '1' },
      body: {
        since: '2026-01-31',
        area: 'Kothrud, Pune',
        note: 'White left forepaw, red collar, shy.',
        reward: 2000,
        listed: true,
      },
    },
    end: { params: { id: '1' } },
  },
  prints: {
    poster: { params: { id: '1' } },
    card: { params: { id: '1' } },
  },
  found: {
    report: {
      params: { petId: '23456789ABCD' },
      body: { message: 'Moti is at the temple and well.', place: 'Parvati, Pune', name: 'Asha' },
    },
    write: {
      params: { token: 'Zm91bmQtZXhhbXBsZS1mb3VuZC1leGFtcGxlLWZvdW5' },
      body: { message: 'We wait here.' },
    },
    readAsFinder: { params: { token: 'Zm91bmQtZXhhbXBsZS1mb3VuZC1leGFtcGxlLWZvdW5' } },
    read: { params: { id: '1' } },
    markRead: { params: { id: '1' } },
    answer: { params: { id: '1' }, body: { message: 'I am coming.' } },
    close: { params: { id: '1' } },
    mute: { params: { id: '1' } },
    reportAbuse: { params: { id: '1' }, body: { reason: 'Asks for money first.' } },
    openReported: { params: { id: '1' }, body: { reason: 'The owner reported threats.' } },
    closeAny: { params: { id: '1' } },
    deleteAny: { params: { id: '1' } },
  },
  tags: {
    sheet: { query: { petIds: '23456789ABCD,EFGHJKLMNPQR' } },
    generate: { query: { numberOfIds: '2', batchName: 'Pune camp, November' } },
  },
  camps: {
    open: { params: { id: '1' } },
    addWork: {
      params: { id: '1' },
      body: { key: EXAMPLE_WORK, tag: 'ABCDEFGHJKLM', kind: 'rabies', at: '2026-01-31T05:30:00.000Z' },
    },
    registerAnimal: {
      params: { id: '1' },
      body: {
        ...{ key: 'tag-of-rani-2026-01-31', tag: 'EFGHJKLMNPQR', at: '2026-01-31T06:00:00.000Z' },
        ...{ name: 'Rani', type: 'Dog', gender: 'female' },
      },
    },
    undoWork: { params: { id: '1', key: EXAMPLE_WORK } },
  },
  campAdmin: {
    read: { params: { id: '1' } },
    create: { body: EXAMPLE_CAMP, idempotencyKey: 'camp-of-the-example' },
    update: { params: { id: '1' }, body: { ...EXAMPLE_CAMP, place: 'In the hall of the market' } },
    delete: { params: { id: '1' } },
    csv: { params: { id: '1' } },
    report: { params: { id: '1' } },
  },
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
  users: {
    delete: { params: { id: '2' } },
    giveDuties: { params: { id: '2' }, body: { duties: ['pets', 'cases'] } },
    read: { params: { id: '2' } },
    correct: { params: { id: '2' }, body: { phone: '+91 98765 43210', language: 'mr' } },
    endSessions: { params: { id: '2' } },
    endSecondFactor: { params: { id: '2' }, body: { reason: 'The phone is lost; known in person.' } },
  },
  complaints: {
    followOwn: { params: { id: '1' } },
    submit: {
      idempotencyKey: 'kavita-2026-01-31',
      body: {
        fullname: 'Kavita Rao',
        email: 'kavita@example.org',
        phone: '+91 55500 12345',
        type_of_complaint: 'Cruelty',
        location_of_incident: 'Kothrud, Pune',
        date_of_incident: '2026-01-31',
        description: 'A dog is chained in the sun without water.',
        landmark: 'Opposite the water tank',
        lat: 18.5074,
        lon: 73.8077,
        accuracy: 20,
        offender: 'The owner of the tea stall',
        vehicle: 'MH 12 AB 1234',
        witness: 'The watchman of house 12',
        fir_number: '0042/2026',
      },
    },
    correct: {
      idempotencyKey: 'kavita-2026-01-31',
      body: {
        fullname: 'Kavita Rao',
        email: 'kavita@example.org',
        phone: '+91 55500 12345',
        type_of_complaint: 'Cruelty',
        location_of_incident: 'Kothrud, Pune',
        date_of_incident: '2026-01-31',
        description: 'Two dogs are chained in the sun without water.',
      },
    },
    readUnpaid: { body: { complaint_id: 1 } },
    payUnpaid: { body: { complaint_id: 1, amount: 100 } },
    initiatePayment: {
      body: {
        complaint_id: 1,
        amount: 100,
        name: 'Kavita Rao',
        email: 'kavita@example.org',
        phone: '+91 55500 12345',
      },
    },
    verifyPayment: {
      body: {
        complaint_id: 1,
        razorpay_order_id: 'order_Example0000001',
        razorpay_payment_id: 'pay_Example0000001',
        razorpay_signature: '9f'.repeat(32),
      },
    },
    read: { params: { id: '1' } },
    setStatus: { params: { id: '1' }, body: { status: 'in_progress' } },
    checkPayment: { params: { id: '1' } },
  },
  cases: {
    update: {
      params: { id: '1' },
      body: { version: 2, priority: 'high', due_on: '2026-02-02', assignee_id: 1, outcome: null },
    },
    updateSeveral: { body: { ids: [1], status: 'in_progress', assignee_id: 1 } },
    addNote: { params: { id: '1' }, body: { text: 'Our team is on its way.', internal: false } },
    reveal: { params: { id: '1' }, body: { reason: 'The police asked for it in writing.' } },
    takeBundle: { params: { id: '1' }, body: { reason: 'The police asked for it in writing.', shows_name: false } },
    takeOriginal: { params: { id: '1', fileId: '1' }, body: { reason: 'The police asked for it in writing.' } },
    hold: { params: { id: '1' }, body: { until: '2999-12-31', reason: 'The court hears the case.' } },
    merge: { params: { id: '1' }, body: { into: 2 } },
    listEvents: { params: { id: '1' } },
    neighbours: { params: { id: '1' } },
    createAnswer: {
      body: { title: 'On our way', text: 'Our team is on its way.', language: 'en', for_status: 'in_progress' },
    },
    updateAnswer: { params: { id: '1' }, body: { title: 'On our way', text: 'Our team comes today.', language: 'en' } },
    deleteAnswer: { params: { id: '1' } },
    enter: {
      body: {
        fullname: 'Kavita Rao',
        phone: '+91 98765 43210',
        type_of_complaint: 'Cruelty',
        location_of_incident: 'Kothrud, Pune',
        date_of_incident: '2026-01-31',
        description: 'A dog is chained in the sun without water.',
        source: 'phone',
        language: 'mr',
        agreed: true,
      },
      idempotencyKey: 'entry-of-kavita',
    },
    makeFollowLink: { params: { id: '1' } },
  },
  follow: {
    write: {
      params: { token: 'Zm9sbG93LWV4YW1wbGUtZm9sbG93LWV4YW1wbGUtZm9' },
      body: { text: 'The dog is still there.' },
    },
    reopen: {
      params: { token: 'Zm9sbG93LWV4YW1wbGUtZm9sbG93LWV4YW1wbGUtZm9' },
      body: { text: 'The dog is chained again.' },
    },
    sendCode: { body: { reference: 'PS-2026-00042-K', email: 'kavita@example.org' } },
    openByCode: { body: { reference: 'PS-2026-00042-K', email: 'kavita@example.org', code: '1234 5678' } },
  },
  caseNotices: {
    state: {
      params: { token: 'Zm9sbG93LWV4YW1wbGUtZm9sbG93LWV4YW1wbGUtZm9' },
      body: { endpoint: EXAMPLE_BROWSER.endpoint },
    },
    start: { params: { token: 'Zm9sbG93LWV4YW1wbGUtZm9sbG93LWV4YW1wbGUtZm9' }, body: EXAMPLE_BROWSER },
    stop: {
      params: { token: 'Zm9sbG93LWV4YW1wbGUtZm9sbG93LWV4YW1wbGUtZm9' },
      body: { endpoint: EXAMPLE_BROWSER.endpoint },
    },
  },
  payments: {
    orderState: { body: { order_id: 'order_Example00000001' } },
    refund: { params: { id: '1' } },
    settle: { params: { id: '1' }, body: { note: 'Paid back by bank transfer on 31 March' } },
  },
  links: {
    listForComplaint: { params: { id: '1' } },
    makeForComplaint: { params: { id: '1' }, body: { amount: 100 } },
    listForMembership: { params: { id: '1' } },
    makeForMembership: { params: { id: '1' } },
    askDonation: {
      body: {
        amount: 1000,
        purpose: 'Rescue',
        name: 'Kavita Rao',
        phone: '+91 98765 43210',
        address: '12 Karve Road, Pune 411004',
        language: 'mr',
        agreed: true,
      },
    },
    sendForComplaint: {
      params: { id: '1' },
      body: { by: 'mail', token: 'cGF5LWV4YW1wbGUtcGF5LWV4YW1wbGUtcGF5LWV4YW1' },
    },
    revokeForComplaint: { params: { id: '1' } },
    sendForMembership: {
      params: { id: '1' },
      body: { by: 'mail', token: 'cGF5LWV4YW1wbGUtcGF5LWV4YW1wbGUtcGF5LWV4YW1' },
    },
    revokeForMembership: { params: { id: '1' } },
    sendForDonation: {
      params: { id: '1' },
      body: { by: 'mail', token: 'cGF5LWV4YW1wbGUtcGF5LWV4YW1wbGUtcGF5LWV4YW1' },
    },
    revokeForDonation: { params: { id: '1' } },
    openOrder: { body: { token: 'cGF5LWV4YW1wbGUtcGF5LWV4YW1wbGUtcGF5LWV4YW1' } },
    verifyPayment: {
      body: {
        token: 'cGF5LWV4YW1wbGUtcGF5LWV4YW1wbGUtcGF5LWV4YW1',
        razorpay_order_id: 'order_Example0000001',
        razorpay_payment_id: 'pay_Example0000001',
        razorpay_signature: '9f'.repeat(32),
      },
    },
  },
  plans: {
    create: {
      body: {
        name: 'Friend of animals',
        category: 'regular',
        duration_months: 12,
        price: 500,
        description: 'For everybody who wants to help.',
        features: 'A newsletter\nA badge',
      },
    },
    read: { params: { id: '1' } },
    update: {
      params: { id: '1' },
      body: {
        name: 'Friend of animals',
        category: 'regular',
        duration_months: 12,
        price: 600,
        description: 'For everybody who wants to help.',
        features: 'A newsletter\nA badge\nA mug',
        name_hi: 'जानवरों के मित्र',
        name_mr: null,
      },
    },
    delete: { params: { id: '1' } },
  },
  memberships: {
    register: {
      body: {
        plan_id: 1,
        name: 'Arjun Mehta',
        email: 'arjun@example.org',
        phone: '+91 55500 54321',
        address: '8 Tank Street, Chennai',
        why_join: 'I want to help.',
      },
    },
    renewal: { query: { category: 'regular' } },
    verifyPayment: {
      body: {
        membership_id: 1,
        razorpay_order_id: 'order_Example0000002',
        razorpay_payment_id: 'pay_Example0000002',
        razorpay_signature: '9f'.repeat(32),
      },
    },
    cancel: { params: { id: '1' } },
    reminders: { params: { id: '1' } },
  },
  reports: {
    movementsCsv: { query: { start_date: '2026-04-01', end_date: '2027-03-31' } },
    accountsCsv: { query: { start_date: '2026-04-01', end_date: '2027-03-31' } },
  },
  donations: {
    csv: { query: { financial_year: '2025' } },
    withoutPanCsv: { query: { financial_year: '2025' } },
    statement: { query: { financial_year: '2025' } },
    file: { body: { year: 2025, acknowledgement: 'ACK-2026-0001' } },
    certificates: { query: { financial_year: '2025' } },
    certificatesCsv: { query: { financial_year: '2025' } },
    recordCertificate: {
      params: { id: '1' },
      body: { year: 2025, number: '10BE-2026-0001', issued_on: '2026-05-28' },
    },
    filedCsv: { params: { file: '0b0b7a2e-6c4f-4c53-9d8e-0a4f4a3c8a11' } },
    donate: {
      body: {
        amount: 500,
        purpose: 'Food',
        name: 'Lalita Joshi',
        email: 'lalita@example.org',
        phone: '+91 55500 67890',
        address: '3 Fort Road, Satara',
        pan: 'ABCPE1234F',
      },
    },
    verifyPayment: {
      body: {
        donation_id: 1,
        razorpay_order_id: 'order_Example0000003',
        razorpay_payment_id: 'pay_Example0000003',
        razorpay_signature: '9f'.repeat(32),
      },
    },
    showPan: { params: { id: '1' }, body: { reason: 'The tax office asked for it.' } },
  },
  desk: {
    take: {
      body: {
        purpose: 'complaint',
        subject_id: 1,
        mode: 'cheque',
        amount: 100,
        reference: '004512',
        bank: 'State Bank of India',
        cheque_date: '2026-07-21',
      },
    },
    subjects: { query: { search: 'Kavita' } },
    enterMember: {
      body: {
        plan_id: 1,
        name: 'Kavita Rao',
        email: 'kavita@example.org',
        phone: '+91 98765 43210',
        address: '12 Laxmi Road, Pune',
        why_join: 'To help the strays of our street.',
        language: 'mr',
        agreed: true,
      },
    },
    enterDonation: {
      body: {
        amount: 500,
        purpose: 'Food',
        name: 'Kavita Rao',
        email: 'kavita@example.org',
        phone: '+91 98765 43210',
        address: '12 Laxmi Road, Pune',
        language: 'mr',
        agreed: true,
      },
    },
    cashToday: { query: { purpose: 'complaint', subject_id: '1' } },
    clear: { params: { id: '1' } },
    bounce: { params: { id: '1' } },
    void: { params: { id: '1' }, body: { reason: 'It was entered twice.' } },
    withdrawVoid: { params: { id: '1' } },
  },
  books: {
    lock: { params: { year: '2025' }, body: { reason: 'The auditor has signed' } },
  },
  settlements: {
    import: { body: {} },
    list: { query: { month: '2026-07', state: 'open' } },
    summary: { query: { month: '2026-07' } },
    csv: { query: { month: '2026-07' } },
  },
  search: {
    find: { query: { q: 'Moti' } },
  },
  cashSheet: {
    read: { query: { day: '2026-07-21' } },
    handOver: { body: { kind: 'received', amount: 500, note: 'Change for the till' } },
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
        mailSignature: 'For every animal, with love',
        complaintDueDays: { cruelty: 2, other: 5 },
        emergencyNumbers: [
          { label: '', phone: '112' },
          { label: 'Animal ambulance', phone: '1962' },
        ],
        donationLink: '/donate',
        feeTexts: { en: 'A fee of {amount} or more pays for the first visit.', hi: '', mr: '' },
        stories: { en: 'Moti was found under a bridge. Today he lives with a family.', hi: '', mr: '' },
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
    previewText: {
      params: { page: 'terms', language: 'en' },
      body: { markdown: '# Terms of use\n\nBe kind to animals.' },
    },
    updateText: {
      params: { page: 'terms', language: 'en' },
      body: { markdown: '# Terms of use\n\nBe kind to animals, and to [each other](/contact).' },
    },
  },
  consents: {
    notices: { query: { purpose: 'complaint' } },
  },
  receipts: {
    read: { params: { token: 'aZ09_-aZ09_-aZ09_-aZ09' } },
    pdf: { params: { token: 'aZ09_-aZ09_-aZ09_-aZ09' } },
    readFirst: { params: { token: 'aZ09_-aZ09_-aZ09_-aZ09' } },
    firstPdf: { params: { token: 'aZ09_-aZ09_-aZ09_-aZ09' } },
  },
} satisfies { [N in keyof Calls]?: { [K in keyof Calls[N]]?: ExampleOf<Calls[N][K]> } }

/** The example of this call, empty for one that needs none. */
export function exampleOf(noun: string, name: string): Example {
  const all: Record<string, Record<string, Example>> = examples
  return all[noun]?.[name] ?? {}
}
