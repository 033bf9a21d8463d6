import type { Examples } from './example.ts'

export const supportersExamples = {
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
} satisfies Examples<'plans' | 'memberships' | 'donations'>
