import type { DB } from '../../../platform/db/types.ts'
import { ACCOUNT_TABLES } from './account-tables.ts'
import { columns, type TableData, type Tables } from './columns.ts'
import { MONEY_TABLES } from './money-tables.ts'

const PET_TABLES = {
  pets: {
    personal: [
      columns('pets', 'exported', 'removed', 'pet_id pet_name pet_type pet_age pet_gender created_at updated_at'),
      columns('pets', 'exported', 'removed', 'owner_name contact_details address location doctor_name'),
      columns('pets', 'exported', 'removed', 'shows_owner_name shows_contact shows_address shows_area shows_medical'),
      columns('pets', 'exported', 'removed', 'shows_vet is_shown_due treatment treatment_date treatment_detail'),
      columns('pets', 'exported', 'removed', 'vaccination vaccination_date vaccination_detail vaccination_valid_until'),
      columns('pets', 'exported', 'removed', 'sterilization sterilization_date sterilization_detail'),
      columns('pets', 'exported', 'removed', 'deworming_date deworming_detail rabies_day rabies_valid_until'),
    ],
    other: 'id user_id version pet_kind',
  },
  photos: {
    personal: [
      columns('pets', 'exported', 'removed', 'name created_at'),
      columns('pets', 'derived', 'removed', 'position width height color'),
    ],
    other: 'id pet_id',
  },
  care_records: {
    personal: [
      columns('care', 'exported', 'removed', 'kind product day valid_until vet note created_at'),
      columns('care', 'derived', 'removed', 'pair sort_day is_cleared'),
    ],
    other: 'id pet_number version',
  },
  care_reminders: {
    personal: [columns('care', 'exported', 'removed', 'days told_on valid_until')],
    other: 'care_id user_id',
  },
  care_feeds: {
    personal: [
      columns('care', 'exported', 'removed', 'created_at'),
      columns('care', 'secret', 'removed', 'token_hash'),
    ],
    other: 'user_id',
  },
  // These belong to a person once somebody has adopted the animal. Its note is deleted then.
  community_animals: {
    personal: [
      columns(
        'pets',
        'exported',
        'removed',
        'ward landmark ear_notch status sterilised_by recognition_no certificate_no',
      ),
    ],
    other: 'pet_id note',
  },
  carers: { personal: [columns('carers', 'exported', 'removed', 'added_at')], other: 'pet_id user_id added_by' },
  // The file belongs to the animal, and stays when its carer goes. It is deleted when somebody adopts the animal.
  certificate_files: {
    personal: [columns('carers', 'exported', 'nameless', 'name added_at')],
    other: 'pet_id added_by',
  },
  // They name nobody, and no place.
  sightings: { other: 'pet_id week area count' },
  scan_days: { personal: [columns('scans', 'exported', 'removed', 'day scans')], other: 'pet_number' },
  lost_pets: {
    personal: [
      columns('lost', 'exported', 'removed', 'since area note reward_rupees is_listed saved_at scan_mailed_at'),
    ],
    other: 'pet_number',
  },
  found_reports: {
    personal: [
      columns('found', 'exported', 'removed', 'created_at read_at closed_at outcome abuse_reported_at abuse_reason'),
      columns('found', 'derived', 'removed', 'last_message_at network_key'),
      columns('found', 'secret', 'removed', 'token_hash token_seed'),
    ],
    other: 'id pet_id',
  },
  found_finders: {
    personal: [
      columns('found', 'secret', 'removed', 'token_hash token_seed'),
      columns('found', 'derived', 'removed', 'created_at'),
    ],
    other: 'id report_id',
  },
  found_messages: {
    personal: [
      columns('found', 'exported', 'removed', 'by message name contact place lat lon accuracy location_agreed_at'),
      columns('found', 'exported', 'removed', 'created_at mailed_at'),
      columns('found', 'derived', 'removed', 'form_key'),
    ],
    other: 'id report_id finder_id',
  },
  found_openings: {
    personal: [columns('found', 'exported', 'removed', 'opened_at'), columns('found', 'staff', 'removed', 'admin_id')],
    other: 'id report_id',
  },
  found_photos: { personal: [columns('found', 'derived', 'removed', 'name width height sha256')], other: 'message_id' },
  found_mutes: { personal: [columns('found', 'exported', 'removed', 'muted_until')], other: 'pet_id' },
  tags: { other: 'pet_id batch_id created_at bound_at spent_at' },
  camps: { other: 'id version name day ward place created_at' },
  camp_kinds: { other: 'camp_id kind product batch valid_until vet' },
  camp_helpers: { personal: [columns('carers', 'exported', 'removed', 'added_at')], other: 'camp_id user_id' },
  camp_works: {
    personal: [columns('carers', 'exported', 'nameless', 'kind at')],
    other: 'key camp_id pet_id by_user care_id ward sex sterilised_by',
  },
  camp_repeats: { personal: [columns('carers', 'exported', 'nameless', 'at')], other: 'key work_key by_user' },
  tag_batches: { other: 'id name name_key created_at' },
} satisfies Tables

const COMPLAINT_TABLES = {
  complaints: {
    personal: [
      columns('complaints', 'exported', 'removed', 'fullname email phone'),
      columns('complaints', 'exported', 'closed', 'type_of_complaint description location_of_incident landmark'),
      columns('complaints', 'exported', 'closed', 'lat lon accuracy location_agreed_at'),
      columns('complaints', 'exported', 'closed', 'offender vehicle witness fir_number about_tag'),
      columns('complaints', 'exported', 'nameless', 'date_of_incident withhold_name language source created_at'),
      columns('complaints', 'exported', 'nameless', 'status outcome priority due_on'),
      columns('complaints', 'secret', 'removed', 'idempotency_key'),
      columns('complaints', 'derived', 'removed', 'content_hash'),
      columns('caseHistory', 'exported', 'closed', 'hold_reason'),
      columns('caseHistory', 'exported', 'nameless', 'hold_until hold_cause'),
      columns('complaints', 'staff', 'staff', 'assignee_id'),
      columns('caseFiles', 'derived', 'closed', 'file_path'),
      columns('payments', 'exported', 'nameless', 'payment_paise payment_status payment_date razorpay_payment_id'),
    ],
    other: 'id version account_id duplicate_of erased_at erasure_asked_at',
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

const OFFICE_TABLES = {
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

/** Each column as it is on /privacy, in a copy and at an erasure. `registry.test.ts` finds what is missing. */
export const REGISTRY: Record<keyof DB, TableData> = {
  ...ACCOUNT_TABLES,
  ...PET_TABLES,
  ...COMPLAINT_TABLES,
  ...MONEY_TABLES,
  ...OFFICE_TABLES,
}
