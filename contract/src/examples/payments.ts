import type { Examples } from './example.ts'

export const paymentsExamples = {
  payments: {
    orderState: { body: { order_id: 'order_Example00000001' } },
    refund: { params: { id: '1' } },
    settle: { params: { id: '1' }, body: { note: 'Paid back by bank transfer on 31 March' } },
  },
  links: {
    listForComplaint: { params: { id: '1' } },
    makeForComplaint: { params: { id: '1' }, body: { amount: 100 } },
    listForMembership: { params: { id: '1' } },
    makeForMembership: { params: { id: '1' }, body: { is_renewal: false } },
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
    getDonationLink: { params: { id: '1' } },
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
  cashSheet: {
    read: { query: { day: '2026-07-21' } },
    handOver: { body: { kind: 'received', amount: 500, note: 'Change for the till' } },
  },
  receipts: {
    read: { params: { token: 'aZ09_-aZ09_-aZ09_-aZ09' } },
    pdf: { params: { token: 'aZ09_-aZ09_-aZ09_-aZ09' } },
    readFirst: { params: { token: 'aZ09_-aZ09_-aZ09_-aZ09' } },
    firstPdf: { params: { token: 'aZ09_-aZ09_-aZ09_-aZ09' } },
  },
} satisfies Examples<'payments' | 'links' | 'desk' | 'books' | 'settlements' | 'cashSheet' | 'receipts'>
