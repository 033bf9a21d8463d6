import { columns, type Tables } from './columns.ts'

export const OFFICE_TABLES = {
  mails: {
    personal: [
      columns('mails', 'exported', 'removed', 'kind about to_address language subject state failure last_error'),
      columns('mails', 'exported', 'removed', 'created_at sent_at'),
      columns('mails', 'derived', 'removed', 'address_key message_id receipt_token'),
      columns('mails', 'secret', 'removed', 'text html action_path unsubscribe_token'),
    ],
    other: 'id user_id step attempts',
  },
  mail_blocks: { personal: [columns('mails', 'exported', 'removed', 'address_key reason blocked_at')] },
  mail_wishes: { personal: [columns('mails', 'exported', 'removed', 'address_key kind off_at')] },
  mail_preferences: {
    personal: [
      columns('mails', 'derived', 'removed', 'address_key used_at'),
      columns('mails', 'secret', 'removed', 'token'),
    ],
  },
  audit: {
    personal: [
      columns('audit', 'exported', 'removed', 'reason'),
      columns('audit', 'exported', 'nameless', 'at action object_kind object_id before after'),
      columns('audit', 'staff', 'staff', 'admin_id admin_username request_id'),
    ],
    other: 'id personal_fields',
  },
  imports: {
    personal: [
      columns('imports', 'passing', 'expires', 'content sample problems failure'),
      columns('imports', 'staff', 'staff', 'admin_id admin_username request_id'),
    ],
    other: `id kind state fingerprint headings columns row_count new_rows known_rows wrong_rows done_rows created_at
      finished_at`,
  },
  import_records: { other: 'import_id kind record_id tag' },
  throttles: { personal: [columns('limits', 'derived', 'expires', 'key')], other: 'points expire' },
  foundation_settings: {
    personal: [columns('audit', 'staff', 'staff', 'changed_by')],
    other: 'name value version changed_at',
  },
  kept_counts: { other: 'kind what part rows paise' },
  clock_runs: { other: 'name ran_at' },
  secrets: { other: 'name value' },
} satisfies Tables
