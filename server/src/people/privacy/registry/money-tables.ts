import { columns, type Tables } from './columns.ts'

export const MONEY_TABLES = {
  memberships: {
    personal: [
      columns('memberships', 'exported', 'removed', 'username name email phone address why_join'),
      columns('memberships', 'derived', 'removed', 'details_key'),
      columns('memberships', 'exported', 'nameless', 'category plan_name duration_months start_date expiry_date'),
      columns('memberships', 'exported', 'nameless', 'status language created_at'),
      columns('payments', 'exported', 'nameless', 'price_paise amount_paise razorpay_payment_id'),
    ],
    other: 'id user_id follows_account plan_id plan_name_hi plan_name_mr features features_hi features_mr',
  },
  donations: {
    personal: [
      columns('donations', 'exported', 'books', 'name address pan_last money_source'),
      columns('donations', 'secret', 'books', 'pan_enc'),
      columns('donations', 'exported', 'removed', 'email phone purpose'),
      columns('donations', 'derived', 'removed', 'details_key'),
      columns('donations', 'exported', 'nameless', 'amount_paise status language paid_at razorpay_payment_id'),
      columns('donations', 'exported', 'nameless', 'created_at'),
    ],
    other: 'id user_id follows_account erased_at',
  },
  filed_statements: {
    personal: [
      columns('donations', 'derived', 'books', 'content_enc'),
      columns('audit', 'staff', 'staff', 'filed_by filed_by_name'),
    ],
    other: 'id year filed_at acknowledgement amount_paise',
  },
  filed_donations: {
    personal: [columns('donations', 'derived', 'books', 'details_key')],
    other: 'statement_id donation_id',
  },
  donation_certificates: {
    personal: [
      columns('donations', 'exported', 'books', 'number issued_on'),
      columns('audit', 'staff', 'staff', 'recorded_by recorded_by_name'),
    ],
    other: 'donation_id recorded_at',
  },
  receipts: {
    personal: [
      columns('payments', 'exported', 'books', 'paid_by first_paid_by'),
      columns('payments', 'exported', 'nameless', 'number year paid_for token created_at corrected_at'),
    ],
    other: 'payment_id is_test issuer_id',
  },
  refund_receipts: {
    personal: [columns('payments', 'exported', 'nameless', 'number year token created_at')],
    other: 'payment_id is_test issuer_id',
  },
  receipt_issuers: { other: 'id foundation legal_name legal_address registration_number foundation_pan' },
  payments: {
    personal: [
      columns('payments', 'exported', 'nameless', 'provider_payment_id amount_paise currency status disposition'),
      columns('payments', 'exported', 'nameless', 'captured_at created_at refunded_paise refund_failed_at'),
      columns('payments', 'exported', 'nameless', 'error_description settled_at settled_as return_at international'),
      columns('payments', 'exported', 'removed', 'settled_note'),
      columns('payments', 'staff', 'staff', 'settled_by'),
    ],
    other: 'id order_id purpose subject_id key_id',
  },
  payment_orders: {
    personal: [
      columns('payments', 'exported', 'nameless', 'amount_paise provider_order_id status created_at last_opened_at'),
    ],
    other: 'id purpose subject_id currency receipt key_id next_check_at asking_until replaced_at was_asked',
  },
  payment_journal: {
    personal: [
      columns('payments', 'exported', 'nameless', 'at source status_before status_after disposition_before'),
      columns('payments', 'exported', 'nameless', 'disposition_after refunded_paise_before refunded_paise_after'),
    ],
    other: 'id payment_id',
  },
  refunds: {
    personal: [
      columns('payments', 'exported', 'nameless', 'provider_refund_id amount_paise status created_at'),
      columns('payments', 'staff', 'staff', 'requested_by'),
    ],
    other: 'id payment_id idempotency_key next_check_at',
  },
  desk_payments: {
    personal: [
      columns('desk', 'exported', 'nameless', 'mode reference bank cheque_date state taken_at decided_at voided_at'),
      columns('desk', 'exported', 'removed', 'void_reason'),
      columns('desk', 'staff', 'staff', 'taken_by taken_by_name decided_by voided_by'),
      columns('desk', 'staff', 'staff', 'void_asked_by void_asked_by_name void_asked_at'),
    ],
    other: 'payment_id',
  },
  webhook_inbox: {
    personal: [columns('providerEvents', 'exported', 'removed', 'body received_at processed_at')],
    other: 'event_id attempts last_error',
  },
  cash_handovers: {
    personal: [columns('audit', 'staff', 'staff', 'admin_id admin_name note')],
    other: 'id kind amount_paise created_at',
  },
  locked_years: {
    personal: [columns('audit', 'staff', 'staff', 'locked_by locked_by_name reason')],
    other: 'year locked_at last_journal_id received_paise returned_paise',
  },
  forgotten_money: { other: 'id kind record forgotten_at' },
  settlement_lines: {
    other: `id settlement_id entity_id type amount_paise fee_paise tax_paise debit_paise credit_paise settled_at utr
      provider_order_id provider_payment_id imported_at`,
  },
  receipt_floors: { other: 'year number is_refund' },
  plans: {
    other: `id category name name_hi name_mr description description_hi description_mr features features_hi features_mr
      duration_months price_paise version created_at deleted_at`,
  },
  pay_links: {
    personal: [
      columns('payLinks', 'exported', 'removed', 'created_at expires_at sent_at sent_by opened_at revoked_at'),
      columns('payLinks', 'secret', 'removed', 'hash sealed_token'),
    ],
    other: 'id purpose subject_id renews_id amount_paise made_by',
  },
} satisfies Tables
