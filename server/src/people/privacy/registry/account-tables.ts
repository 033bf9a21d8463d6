import { columns, type Tables } from './columns.ts'

export const ACCOUNT_TABLES = {
  users: {
    personal: [
      columns('account', 'exported', 'removed', 'username email phone role language'),
      columns('account', 'staff', 'removed', 'duties'),
      columns('account', 'exported', 'removed', 'email_confirmed_at wants_reminders created_at'),
      columns('carers', 'exported', 'removed', 'is_carer'),
      columns('account', 'derived', 'removed', 'username_key email_key member_card_version'),
      columns('account', 'secret', 'removed', 'password_hash'),
      columns('devices', 'exported', 'removed', 'last_seen_at'),
    ],
    other: 'id version',
  },
  second_factors: {
    personal: [
      columns('account', 'exported', 'removed', 'created_at confirmed_at'),
      columns('account', 'secret', 'removed', 'secret_enc last_step'),
    ],
    other: 'user_id',
  },
  recovery_codes: { personal: [columns('account', 'secret', 'removed', 'hash')], other: 'user_id' },
  passkeys: {
    personal: [
      columns(
        'account',
        'exported',
        'removed',
        'name transports can_be_backed_up is_backed_up created_at last_used_at',
      ),
      columns('account', 'secret', 'removed', 'credential_id public_key'),
      columns('account', 'derived', 'removed', 'counter'),
    ],
    other: 'id user_id',
  },
  push_devices: {
    personal: [
      columns('push', 'exported', 'removed', 'kinds language created_at seen_at'),
      columns('push', 'secret', 'removed', 'endpoint p256dh auth'),
      columns('push', 'derived', 'removed', 'endpoint_hash'),
    ],
    other: 'id user_id complaint_id session_id',
  },
  push_notices: {
    personal: [
      columns('push', 'exported', 'removed', 'kind about state created_at sent_at'),
      columns('push', 'derived', 'removed', 'title body path'),
      columns('push', 'secret', 'removed', 'read_token'),
    ],
    other: 'id device_id step at_night attempts',
  },
  spent_challenges: { other: 'hash spent_at' },
  sessions: {
    personal: [
      columns('devices', 'exported', 'removed', 'browser system by_passkey created_at last_used_at'),
      columns('devices', 'secret', 'removed', 'token_hash'),
    ],
    other: 'id user_id',
  },
  known_networks: {
    personal: [
      columns('devices', 'exported', 'removed', 'last_used_at'),
      columns('devices', 'derived', 'removed', 'key'),
    ],
    other: 'user_id',
  },
  one_time_links: {
    personal: [
      columns('links', 'exported', 'removed', 'purpose email created_at expires_at'),
      columns('links', 'secret', 'removed', 'hash'),
    ],
    other: 'user_id',
  },
  email_undos: {
    personal: [
      columns('links', 'exported', 'removed', 'email created_at expires_at'),
      columns('links', 'derived', 'removed', 'email_key'),
      columns('links', 'secret', 'removed', 'hash'),
    ],
    other: 'user_id',
  },
  privacy_codes: {
    personal: [columns('links', 'derived', 'removed', 'email_key'), columns('links', 'secret', 'removed', 'code_hash')],
    other: 'expires_at',
  },
  idempotency_keys: {
    personal: [
      columns('repeats', 'exported', 'removed', 'created created_at'),
      columns('repeats', 'derived', 'removed', 'key_hash request_hash'),
    ],
    other: 'user_id',
  },
  privacy_requests: {
    personal: [
      columns('requests', 'exported', 'removed', 'kind email language note created_at due_on done_at answer'),
      columns('requests', 'exported', 'removed', 'nominee_name nominee_contact nominee_email proof'),
      columns('requests', 'derived', 'removed', 'email_key'),
      columns('requests', 'staff', 'removed', 'done_by'),
    ],
    other: 'id user_id',
  },
  corrections: {
    personal: [
      columns('corrections', 'exported', 'removed', 'purpose subject_id field value_before value_after reason at'),
      columns('corrections', 'secret', 'removed', 'pan_before_enc'),
      columns('corrections', 'staff', 'removed', 'corrected_by corrected_by_name'),
    ],
    other: 'id',
  },
  grievances: {
    personal: [
      columns('grievances', 'exported', 'removed', 'name email phone text answer'),
      columns('grievances', 'exported', 'nameless', 'kind way language received_at acknowledged_at due_on answered_at'),
      columns('grievances', 'derived', 'removed', 'email_key'),
      columns('grievances', 'staff', 'staff', 'entered_by acknowledged_by answered_by'),
    ],
    other: 'id erasure_asked_at',
  },
  breaches: {
    other: `id title happened occurred noticed_at kinds from_day to_day consequences measures advice version created_at
      letters_at closed_at`,
  },
  breach_steps: {
    personal: [columns('audit', 'staff', 'staff', 'by_user')],
    other: 'id breach_id kind at text written_at',
  },
  breach_letters: { other: 'breach_id audience language subject body sent_to' },
  breach_people: {
    personal: [
      columns('breaches', 'exported', 'removed', 'email phone'),
      columns('breaches', 'exported', 'nameless', 'language sent_at'),
      columns('breaches', 'derived', 'removed', 'email_key'),
    ],
    other: 'id breach_id user_id queued_at',
  },
  erasures: {
    personal: [columns('requests', 'derived', 'expires', 'user_id subjects messages grievances waits')],
    other: 'id at',
  },
  consents: {
    personal: [
      columns(
        'notices',
        'exported',
        'nameless',
        'purpose subject_id notice_version language at is_given withdrawn_at reminder_kind',
      ),
      columns('notices', 'staff', 'staff', 'read_by'),
    ],
    other: 'id',
  },
  notices: { other: 'purpose version language text first_seen_at' },
} satisfies Tables
