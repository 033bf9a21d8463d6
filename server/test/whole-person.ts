import { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { membershipCalls } from '@petsetu/contract/supporters/memberships.ts'
import { expect, vi } from 'vitest'
import { aPng } from './attachments.ts'
import { aConfirmedUser, aPet, aPlan } from './factories.ts'
import { APPLICANT, aPaidDonation, type PayingApp, submit, verify } from './paying-app.ts'
import { refund, theAdmin } from './payment-state.ts'

const WORD = 'zarina'
const DETAILS = {
  ...{ landmark: `${WORD} tower`, offender: `${WORD} neighbour`, vehicle: `${WORD} van`, witness: `${WORD} aunt` },
  about_tag: 'ZARN23456789',
  ...{ type_of_complaint: `${WORD} case`, fir_number: `${WORD} 42`, lat: '18.5', lon: '73.8', accuracy: '20' },
}

/** A person with a row in each table that holds something about people, and with a value in each of their columns. */
export async function aWholePerson(
  app: PayingApp,
): Promise<{ id: number; email: string; phone: string; word: string }> {
  const user = await aConfirmedUser(app.db)
  const email = `${WORD}@example.org`
  const phone = '+91 98765 43210'
  await app.pool.query(
    `update users set username = '${WORD}-name', username_key = '${WORD}-name', email = $1, email_key = $1, phone = $2,
       language = 'hi', last_seen_at = now() where id = $3`,
    [email, phone, user.id],
  )
  const pet = await aPet(app.db, user, { petName: `${WORD} Moti` })
  const complaintId = await aPaidComplaint(app, email, phone)
  await aMembership(app, user, email, phone)
  const statement = { money_source: 'indian-citizen', purpose: `${WORD} vet` } as const
  const gift = { email, phone, name: `${WORD} donor`, address: `${WORD} road`, ...statement }
  const { donationId } = await aPaidDonation(app, gift)
  await app.pool.query(
    `with filed as (
       insert into filed_statements (id, year, filed_by_name, amount_paise, content_enc)
       values (gen_random_uuid(), 2020, 'admin', 50000, '\\x0102') returning id)
     insert into filed_donations (statement_id, donation_id, details_key) select id, $1, 'a keyed hash' from filed`,
    [donationId],
  )
  await app.pool.query(
    `insert into donation_certificates (donation_id, number, issued_on, recorded_by_name)
     values ($1, '10BE-WHOLE-7', '2026-05-28', 'asha')`,
    [donationId],
  )
  const { checkout } = await aPaidDonation(app, { email, phone, name: `${WORD} back`, amount: 700 })
  await refund(app, checkout.razorpay_payment_id)
  // An event that came later would stay after an erasure.
  await eventsAreIn(app)
  const admin = await theAdmin(app)
  const { rows } = await app.pool.query<{ id: string }>(
    "select id from payments where purpose = 'complaint' and subject_id = $1",
    [complaintId],
  )
  const values = {
    user: user.id,
    email,
    pet: pet.id,
    complaint: complaintId,
    payment: Number(rows[0]?.id),
    admin: admin.id,
  }
  await fillByHand(app, values)
  return { id: user.id, email, phone, word: WORD }
}

/** Waits until all events of the provider have arrived and been processed. */
async function eventsAreIn({ pool, sandbox }: PayingApp): Promise<void> {
  const { webhooks } = await sandbox.ledger()
  const sent = webhooks.map(({ event_id }) => event_id)
  const done = () =>
    pool.query('select 1 from webhook_inbox where processed_at is not null and event_id = any($1)', [sent])
  await vi.waitFor(async () => expect((await done()).rows).toHaveLength(sent.length), { timeout: 20_000 })
}

async function aPaidComplaint(app: PayingApp, email: string, phone: string): Promise<number> {
  const fields = { ...DETAILS, email, phone, fullname: `${WORD} caller` }
  const text = { location_of_incident: `${WORD} lane`, description: `${WORD} saw it.` }
  const filed = await submit(app, {
    fields: { ...fields, ...text },
    file: { bytes: aPng(), name: 'a.png' },
    key: 'a-key-of-a-form',
  })
  const { complaint_id: id } = ((await filed.json()) as { data: { complaint_id: number } }).data
  const payer = { complaint_id: id, amount: 100, name: fields.fullname, email, phone }
  const { data } = (await app.call(complaintCalls.initiatePayment, { body: payer })).body
  await verify(app, id, await app.sandbox.pay(data.order_id))
  const params = { id: String(id) }
  await app.call(complaintCalls.setStatus, { params, body: { status: 'closed' } }, await theAdmin(app))
  return id
}

async function aMembership(app: PayingApp, user: { token: string }, email: string, phone: string): Promise<void> {
  const { id } = await aPlan(app.db)
  const words = { name: `${WORD} member`, address: `${WORD} street`, why_join: `${WORD} helps` }
  const body = { ...APPLICANT, ...words, email, phone, plan_id: id }
  const { data } = (await app.call(membershipCalls.register, { body }, user)).body
  const checkout = await app.sandbox.pay(data.order_id ?? '')
  await app.call(membershipCalls.verifyPayment, { body: { ...checkout, membership_id: data.membership_id } })
}

type Values = { user: number; email: string; pet: number; complaint: number; payment: number; admin: number }

/** Rows and values that no call of a visitor makes, or only after days. */
async function fillByHand(app: PayingApp, { user, email, pet, complaint, payment, admin }: Values): Promise<void> {
  await app.pool.query(`
    update sessions set browser = 'Firefox', system = 'Android' where user_id = ${user};
    insert into consents (purpose, subject_id, notice_version, language, is_given, withdrawn_at, read_by, reminder_kind)
      values ('reminders', ${user}, '2026-11-21', 'mr', true, '2026-10-03 04:05:06Z', null, 'care-due'),
        ('complaint-spoken', ${complaint}, '2026-11-21', 'mr', true, null, 'admin', null);
    insert into known_networks (key, user_id) values (sha256('${WORD} net'), ${user});
    insert into second_factors (user_id, secret_enc, last_step, confirmed_at) values (${user}, '${WORD}-sealed-secret', 7123456, now());
    insert into recovery_codes (user_id, hash) values (${user}, sha256('${WORD} code'));
    insert into passkeys (user_id, credential_id, public_key, can_be_backed_up, is_backed_up, transports, name, last_used_at)
      values (${user}, '${WORD} credential', '${WORD} public key', true, true, '{internal}', '${WORD} phone', now());
    insert into pay_links (hash, purpose, subject_id, amount_paise, made_by, sent_at, sent_by, opened_at, revoked_at)
      values (sha256('${WORD} pay'), 'complaint', ${complaint}, 10000, ${admin}, now(), 'mail', now(), now());
    insert into pay_links (hash, sealed_token, purpose, subject_id, amount_paise, made_by)
      values (sha256('${WORD} open pay'), '${WORD} sealed token', 'complaint', ${complaint}, 10000, ${admin});
    with device as (insert into push_devices (user_id, endpoint, endpoint_hash, p256dh, auth, kinds, language)
        values (${user}, 'https://push.example.org/${WORD}', sha256('${WORD} endpoint'), repeat('k', 87), repeat('a', 22), '{found}', 'hi')
        returning id)
      insert into push_notices (device_id, kind, about, title, body, path, at_night, sent_at)
        select id, 'found', 'pet ${pet}', '${WORD} title', '${WORD} body', '/${WORD}', false, now() from device;
    insert into one_time_links (hash, user_id, purpose, email, expires_at)
      values (sha256('${WORD} link'), ${user}, 'reset-password', '${email}', now() + interval '1 hour');
    insert into email_undos (hash, user_id, email, email_key, expires_at)
      values (sha256('${WORD} undo'), ${user}, '${WORD}-old@example.org', '${WORD}-old@example.org', now() + interval '1 hour');
    insert into privacy_codes (email_key, code_hash, expires_at) values ('${email}', sha256('${WORD} eight'), now() + interval '1 hour');
    insert into idempotency_keys (key_hash, user_id, request_hash, created) values ('${WORD}-key', ${user}, '${WORD}-request', '[81234]');
    insert into privacy_requests (kind, email, email_key, user_id, language, note, due_on, done_at, done_by, answer)
      values ('export', '${email}', '${email}', ${user}, 'en', '${WORD} asks', '2026-12-24', now(), ${admin}, '${WORD} gets it');
    insert into privacy_requests (kind, email, email_key, user_id, language, due_on, done_at, done_by, answer, nominee_name, nominee_contact)
      values ('nominate', '${email}', '${email}', ${user}, 'en', '2026-12-25', now(), ${admin}, '${WORD} named', '${WORD} sister', '${WORD} house');
    insert into privacy_requests (kind, email, email_key, language, due_on, done_at, done_by, answer, nominee_name, nominee_contact,
        nominee_email, proof)
      values ('export', '${email}', '${email}', 'en', '2026-12-26', now(), ${admin}, '${WORD} sent', '${WORD} sister', '${WORD} house',
        '${WORD}-sister@example.org', '${WORD} paper');
    insert into corrections (purpose, subject_id, field, value_before, value_after, pan_before_enc, reason, corrected_by, corrected_by_name)
      values ('complaint', ${complaint}, 'pan', '${WORD} then', '${WORD} now', '${WORD} sealed', '${WORD} wrote', ${admin}, 'admin');
    update receipts set first_paid_by = '${WORD} as issued', corrected_at = now() where paid_by = '${WORD} donor';
    with breach as (insert into breaches (title, happened, noticed_at, letters_at) values ('A laptop', 'Stolen', now(), now()) returning id)
      insert into breach_people (breach_id, email, email_key, phone, language, user_id, queued_at, sent_at)
        select id, '${email}', '${email}', '+91 98765 43210', 'hi', ${user}, now(), now() from breach;
    insert into grievances (kind, way, name, email, email_key, phone, language, text, due_on, acknowledged_at, answered_at, answer,
        entered_by, acknowledged_by, answered_by)
      values ('data', 'call', '${WORD} griever', '${email}', '${email}', '+91 98765 43210', 'hi', '${WORD} is not content',
        '2026-12-25', now(), now(), '${WORD} is right', ${admin}, ${admin}, ${admin});
    insert into audit (admin_id, admin_username, action, object_kind, object_id, before, after, reason, request_id)
      values (${admin}, 'admin', 'sessions-ended', 'user', '${user}', '{"a": 1}', '{"a": 2}', '${WORD} called', 'r-1');
    update pets set owner_name = '${WORD}', contact_details = '${WORD} phone', address = '${WORD} house', location = '${WORD} area',
      doctor_name = '${WORD} vet', pet_age = '4', treatment = 'yes', treatment_date = '2026-01-02', treatment_detail = '${WORD} pill',
      vaccination = 'yes', vaccination_date = '2026-01-03', vaccination_detail = '${WORD} jab', sterilization = 'yes',
      sterilization_date = '2026-01-04', sterilization_detail = '${WORD} op', deworming_date = '2026-01-05',
      deworming_detail = '${WORD} syrup' where id = ${pet};
    update pets set vaccination_valid_until = '2027-01-03' where id = ${pet};
    insert into care_records (pet_number, kind, day, valid_until) values (${pet}, 'rabies', '2026-01-06', '2027-01-06');
    insert into photos (pet_id, position, name, width, height, color) values (${pet}, 0, md5('${WORD} photo'), 2, 2, '#aabbcc');
    with care as (insert into care_records (pet_number, kind, product, day, valid_until, vet, note)
        values (${pet}, 'treatment', '${WORD} drops', '2026-02-01', '2027-02-01', '${WORD} doctor', '${WORD} note') returning id)
      insert into care_reminders (care_id, valid_until, days, user_id, told_on) select id, '2027-02-01', 14, ${user}, '2027-01-18' from care;
    insert into community_animals (pet_id, ward, landmark, ear_notch, status, sterilised_by, recognition_no, certificate_no)
      values (${pet}, '${WORD} ward', '${WORD} market', 'left', 'adopted', '${WORD} clinic', '${WORD} board 7', '${WORD} paper 8');
    insert into carers (pet_id, user_id) values (${pet}, ${user});
    insert into certificate_files (pet_id, name, added_by) values (${pet}, md5('${WORD} certificate') || '.pdf', ${user});
    update users set is_carer = true where id = ${user};
    insert into care_feeds (user_id, token_hash) values (${user}, sha256('${WORD} feed'));
    with camp as (insert into camps (name, day, ward, place) values ('A camp', '2026-01-07', 'A ward', 'A market') returning id),
      helper as (insert into camp_helpers (camp_id, user_id) select id, ${user} from camp)
      insert into camp_works (key, camp_id, kind, at, by_user, ward, sex)
        select 'a-key-of-a-work', id, 'deworming', '2026-01-07T09:00:00Z', ${user}, 'A ward', 'female' from camp;
    insert into camp_works (key, camp_id, kind, at, ward, sex)
      select 'a-key-of-another', camp_id, 'rabies', '2026-01-07T09:05:00Z', 'A ward', 'female' from camp_works;
    insert into camp_repeats (key, work_key, at, by_user)
      values ('a-key-of-a-repeat', 'a-key-of-another', '2026-01-07T09:10:00Z', ${user});
    insert into scan_days (pet_number, day, scans) values (${pet}, '2026-03-01', 4711);
    insert into lost_pets (pet_number, since, area, note, reward_rupees, is_listed, scan_mailed_at)
      values (${pet}, '2026-03-02', '${WORD} park', '${WORD} misses him', 4321, true, now());
    insert into found_mutes (pet_id, muted_until) values (${pet}, now() + interval '1 day');
    with report as (insert into found_reports (pet_id, token_seed, token_hash, network_key, read_at, closed_at, outcome, abuse_reported_at,
        abuse_reason) values (${pet}, 'a seed of ${WORD} 16', sha256('${WORD} thread'), sha256('${WORD} here'), now(), now(), 'home', now(),
        '${WORD} was scolded') returning id),
      opening as (insert into found_openings (report_id, admin_id, opened_at) select id, ${admin}, '2026-10-02 03:04:05Z' from report),
      finder as (insert into found_finders (report_id, token_seed, token_hash)
        select id, 'another seed 16', sha256('${WORD} second') from report returning id, report_id),
      message as (insert into found_messages (report_id, finder_id, by, message, name, contact, place, lat, lon, accuracy, location_agreed_at,
        mailed_at, form_key) select report_id, id, 'finder', '${WORD} hello', '${WORD} friend', '${email}', '${WORD} gate', 18.25, 73.25, 31,
        now(), now(), 'form' from finder returning id)
      insert into found_photos (message_id, name, sha256, width, height) select id, md5('${WORD} found'), 'x', 2, 2 from message;
    insert into follow_links (complaint_id, hash) values (${complaint}, sha256('${WORD} follow'));
    update complaints set priority = 'high', outcome = 'rescued', due_on = '2026-12-30', withhold_name = true, assignee_id = ${admin},
      hold_until = '2026-02-01', hold_cause = 'admin', hold_reason = '${WORD} goes to court'
      where id = ${complaint};
    insert into case_events (complaint_id, by_role, by_user, kind, internal, text, before, after)
      values (${complaint}, 'admin', ${admin}, 'note', false, '${WORD} was told', 'pending', 'closed');
    update payment_orders set last_opened_at = now() where purpose = 'complaint' and subject_id = ${complaint};
    update payments set settled_at = now(), settled_note = '${WORD} by bank', settled_by = ${admin}, error_description = 'none at all',
      refund_failed_at = now(), settled_as = 'returned', return_at = '2026-05-05', international = true where id = ${payment};
    insert into desk_payments (payment_id, mode, reference, bank, cheque_date, state, taken_by, taken_by_name, decided_at, void_asked_by,
        void_asked_at, void_reason, voided_by, voided_at)
      values (${payment}, 'cheque', '998877', 'A Bank', '2026-04-01', 'void', ${admin}, 'admin', now(), ${admin}, now(),
        '${WORD} wanted it back', ${admin}, now());
    insert into webhook_inbox (event_id, body, processed_at) values ('evt_whole', convert_to('{"email":"${email}"}', 'UTF8'), now());
    insert into mails (kind, about, step, to_address, address_key, user_id, language, message_id, subject, text, html, state, failure, last_error,
        sent_at, action_path, receipt_token, unsubscribe_token)
      values ('password-changed', 'user ${user}', 'x', '${email}', '${email}', ${user}, 'en', '<${WORD}@x>', '${WORD} subject',
        'text for ${WORD}', '<p>html for ${WORD}</p>', 'failed', 'refused', 'no such ${WORD}', now(), '/reset/${WORD}-secret-path',
        '${WORD}-receipt-token', '${WORD}-unsubscribe');
    insert into mail_blocks (address_key, reason) values ('${email}', 'no ${WORD} here');
    insert into mail_wishes (address_key, kind) values ('${email}', 'care');
    insert into mail_preferences (address_key, token) values ('${email}', '${WORD}-wishes-token-ab')`)
}
