import { columns, type Tables } from './columns.ts'

export const COMPLAINT_TABLES = {
  complaints: {
    personal: [
      columns('complaints', 'exported', 'removed', 'fullname email phone'),
      columns('complaints', 'exported', 'closed', 'type_of_complaint description location_of_incident landmark'),
      columns('complaints', 'exported', 'closed', 'lat lon accuracy location_agreed_at'),
      columns('complaints', 'exported', 'closed', 'offender vehicle witness fir_number about_tag'),
      columns('complaints', 'exported', 'nameless', 'date_of_incident withhold_name language source created_at'),
      columns('complaints', 'exported', 'nameless', 'status outcome priority due_on'),
      columns('complaints', 'derived', 'removed', 'idempotency_key content_hash'),
      columns('caseHistory', 'exported', 'closed', 'hold_reason'),
      columns('caseHistory', 'exported', 'nameless', 'hold_until hold_cause'),
      columns('complaints', 'staff', 'staff', 'assignee_id'),
      columns('caseFiles', 'derived', 'closed', 'file_path'),
      columns('payments', 'exported', 'nameless', 'payment_paise payment_status payment_date razorpay_payment_id'),
    ],
    other: 'id version duplicate_of erased_at erasure_asked_at',
  },
  complaint_files: {
    personal: [
      columns('caseFiles', 'exported', 'closed', 'type bytes sha256 created_at'),
      columns('caseFiles', 'derived', 'closed', 'name original_name'),
    ],
    other: 'id complaint_id position by_role',
  },
  case_events: {
    personal: [
      columns('caseHistory', 'exported', 'closed', 'text'),
      columns('caseHistory', 'exported', 'nameless', 'at by_role kind before after'),
      columns('caseHistory', 'staff', 'staff', 'by_user'),
    ],
    other: 'id complaint_id internal',
  },
  follow_links: {
    personal: [columns('complaints', 'secret', 'removed', 'hash')],
    other: 'complaint_id created_at',
  },
  answers: { other: 'id version title text language for_status' },
} satisfies Tables
