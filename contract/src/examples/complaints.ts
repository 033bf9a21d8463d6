import { EXAMPLE_BROWSER, type Examples } from './example.ts'

export const complaintsExamples = {
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
} satisfies Examples<'complaints' | 'cases' | 'follow' | 'caseNotices'>
