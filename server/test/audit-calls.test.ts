import { allCalls } from '@petsetu/contract/calls.ts'
import { FoundationForm } from '@petsetu/contract/office/foundation-form.ts'
import type { AuditAction, AuditObject } from '@petsetu/contract/people/audit.ts'
import { auditField } from '@petsetu/contract/people/audit-fields.ts'
import { BreachFacts } from '@petsetu/contract/people/breaches.ts'
import { CommunityAnimal } from '@petsetu/contract/pets/community/community.ts'
import { Pet } from '@petsetu/contract/pets/pets.ts'
import type { Call, Input } from '@petsetu/contract/platform/call.ts'
import { once } from '@petsetu/contract/platform/once.ts'
import { expect, test } from 'vitest'
import { callSamples, nameOf, openConversation, type Sample, sampleOf } from './call-samples.ts'
import { anAdmin, aUser } from './factories.ts'
import { payingAppWithoutClocks } from './paying-app.ts'
import { storedHashes } from './stored.ts'

const app = await payingAppWithoutClocks()
const samples = callSamples(app)
// The sandbox sends no webhooks, so that only the test changes data.
await app.sandbox.injectFault({ webhooks: 'lost' })

const NOBODYS = '999999999'

/** Fields that a record keeps for life, and the number of its change. */
const NEVER_CHANGED = ['id', 'version', 'petId']

type Expected = [action: AuditAction, kind: AuditObject, idOf?: (asked: Asked) => unknown]
type Asked = { sample: Sample; body: unknown; ownerId: number }

const NO_RECORD = () => null
const firstId = ({ sample }: Asked) => (sample.body as { ids: number[] }).ids[0]
const created = ({ body }: Asked) => (body as { id: number }).id
const createdData = ({ body }: Asked) => (body as { data: { id: number } }).data.id

const subjectId = ({ body }: Asked) => (body as { data: { subject_id: number } }).data.subject_id

type LinkReply = { data: { subject_id?: number; link?: { subject_id: number } } }
const linkSubject = ({ body }: Asked) =>
  (body as LinkReply).data.subject_id ?? (body as LinkReply).data.link?.subject_id

/** The rows of each call that changes something, or shows sealed or withheld data; without `idOf` about the record in its address. */
const WRITES: Record<string, Expected> = {
  'POST /pets': ['pet-created', 'pet', created],
  'PUT /pets/{id}': ['pet-changed', 'pet'],
  'DELETE /pets/{id}': ['pet-deleted', 'pet'],
  'DELETE /admin/pets/{id}': ['pet-deleted', 'pet'],
  'POST /pets/{id}/photos': ['photo-added', 'pet'],
  'PUT /pets/{id}/photos': ['photos-ordered', 'pet'],
  'DELETE /pets/{id}/photos/{photoId}': ['photo-deleted', 'pet'],
  'POST /api/community': ['pet-created', 'pet', createdData],
  'PUT /api/community/{id}': ['pet-changed', 'pet'],
  'PUT /api/community/{id}/certificate-file': ['pet-changed', 'pet'],
  'DELETE /api/community/{id}/certificate-file': ['pet-changed', 'pet'],
  'POST /api/admin/community/{id}/adopt': ['animal-adopted', 'pet'],
  'POST /api/admin/carers': ['carer-named', 'user', createdData],
  'DELETE /api/admin/carers/{userId}': ['carer-removed', 'user', ({ sample }) => sample.params?.userId],
  'POST /api/admin/community/{id}/carers': ['carer-named', 'user', createdData],
  'DELETE /api/admin/community/{id}/carers/{userId}': ['carer-removed', 'user', ({ sample }) => sample.params?.userId],
  'POST /pets/{id}/care': ['care-added', 'pet'],
  'PUT /pets/{id}/care/{careId}': ['care-changed', 'pet'],
  'DELETE /pets/{id}/care/{careId}': ['care-deleted', 'pet'],
  'POST /api/camps/{id}/works': ['camp-work-added', 'camp'],
  'POST /api/camps/{id}/animals': ['pet-created', 'pet', ({ body }) => (body as { pet_id: number }).pet_id],
  'DELETE /api/camps/{id}/works/{key}': ['camp-work-undone', 'camp'],
  'POST /api/admin/camps': ['camp-created', 'camp', created],
  'PUT /api/admin/camps/{id}': ['camp-changed', 'camp'],
  'DELETE /api/admin/camps/{id}': ['camp-deleted', 'camp'],
  'PUT /pets/{id}/lost': ['lost-marked', 'pet', created],
  'DELETE /pets/{id}/lost': ['lost-ended', 'pet'],
  'POST /api/found/{id}/messages': ['thread-answered', 'thread'],
  'POST /api/found/{id}/close': ['thread-closed', 'thread'],
  'POST /api/found/{id}/mute': ['thread-muted', 'thread'],
  'POST /api/found/{id}/abuse': ['thread-reported', 'thread'],
  'POST /admin/found/{id}/open': ['conversation-read', 'thread'],
  'POST /admin/found/{id}/close': ['thread-closed', 'thread'],
  'DELETE /admin/found/{id}': ['thread-deleted', 'thread'],
  'GET /admin/generate-pet-id': ['tags-generated', 'tag', ({ body }) => (body as string[])[0]],
  'PUT /admin/users/{id}': ['user-corrected', 'user'],
  'DELETE /admin/users/{id}': ['user-deleted', 'user'],
  'PUT /admin/users/{id}/duties': ['duties-given', 'user'],
  'DELETE /admin/users/{id}/sessions': ['sessions-ended', 'user'],
  'POST /admin/users/{id}/second-factor/end': ['second-factor-ended', 'user'],
  'DELETE /api/account/devices/{id}': ['sessions-ended', 'user', ({ ownerId }) => ownerId],
  'POST /api/admin/complaints': ['complaint-entered', 'complaint', createdData],
  'POST /api/admin/complaints/{id}/follow-link': ['follow-link-made', 'complaint'],
  'PUT /api/admin/complaints/{id}/status': ['complaint-status-set', 'complaint'],
  'PUT /api/admin/complaints/{id}': ['complaint-changed', 'complaint'],
  'PUT /api/admin/complaints': ['complaint-changed', 'complaint', firstId],
  'POST /api/admin/complaints/{id}/payment/check': ['complaint-payment-checked', 'complaint'],
  'POST /api/admin/complaints/{id}/notes': ['complaint-note-added', 'complaint'],
  'POST /api/admin/complaints/{id}/reveal': ['name-revealed', 'complaint'],
  'POST /api/admin/complaints/{id}/files/{fileId}/original': ['original-taken', 'complaint'],
  'POST /api/admin/complaints/{id}/bundle': ['bundle-taken', 'complaint'],
  'PUT /api/admin/complaints/{id}/hold': ['complaint-held', 'complaint'],
  'POST /api/admin/complaints/{id}/merge': ['complaint-merged', 'complaint'],
  'POST /api/admin/answers': ['answer-created', 'answer', createdData],
  'PUT /api/admin/answers/{id}': ['answer-changed', 'answer'],
  'DELETE /api/admin/answers/{id}': ['answer-deleted', 'answer'],
  'POST /api/admin/payments/{id}/refund': ['payment-refunded', 'payment'],
  'POST /api/admin/payments/{id}/settle': ['payment-settled', 'payment'],
  'POST /api/admin/desk-payments': ['desk-payment-taken', 'payment', createdData],
  'POST /api/admin/desk-payments/members': ['member-entered', 'membership', subjectId],
  'POST /api/admin/desk-payments/donations': ['donation-entered', 'donation', subjectId],
  'POST /api/admin/complaints/{id}/pay-links': ['pay-link-made', 'complaint'],
  'POST /api/admin/memberships/{id}/pay-links': ['pay-link-made', 'membership'],
  'POST /api/admin/donations/pay-links': ['pay-link-made', 'donation', linkSubject],
  'POST /api/admin/donations/pay-links/{id}/again': ['pay-link-made', 'donation', linkSubject],
  'POST /api/admin/complaints/pay-links/{id}/send': ['pay-link-sent', 'complaint', linkSubject],
  'POST /api/admin/complaints/pay-links/{id}/revoke': ['pay-link-revoked', 'complaint', linkSubject],
  'POST /api/admin/memberships/pay-links/{id}/send': ['pay-link-sent', 'membership', linkSubject],
  'POST /api/admin/memberships/pay-links/{id}/revoke': ['pay-link-revoked', 'membership', linkSubject],
  'POST /api/admin/donations/pay-links/{id}/send': ['pay-link-sent', 'donation', linkSubject],
  'POST /api/admin/donations/pay-links/{id}/revoke': ['pay-link-revoked', 'donation', linkSubject],
  'POST /api/admin/desk-payments/{id}/clear': ['cheque-cleared', 'payment'],
  'POST /api/admin/desk-payments/{id}/bounce': ['cheque-bounced', 'payment'],
  'POST /api/admin/desk-payments/{id}/withdraw-void': ['desk-void-withdrawn', 'payment'],
  'POST /api/admin/desk-payments/{id}/void': ['desk-payment-voided', 'payment'],
  'POST /api/admin/cash-sheet/handovers': ['cash-handed-over', 'cash', createdData],
  'POST /api/admin/financial-years/{year}/lock': ['year-locked', 'year', ({ sample }) => sample.params?.year ?? ''],
  'POST /api/admin/settlements': ['settlements-imported', 'settlement', NO_RECORD],
  'POST /api/admin/memberships/plans': [
    'plan-created',
    'plan',
    ({ body }) => (body as { data: { plan: { id: number } } }).data.plan.id,
  ],
  'PUT /api/admin/memberships/plans/{id}': ['plan-changed', 'plan'],
  'DELETE /api/admin/memberships/plans/{id}': ['plan-deleted', 'plan'],
  'POST /api/admin/memberships/{id}/cancel': ['membership-cancelled', 'membership'],
  'GET /admin/pets.csv': ['export-downloaded', 'pet', NO_RECORD],
  'GET /admin/users.csv': ['export-downloaded', 'user', NO_RECORD],
  'GET /api/admin/complaints.csv': ['export-downloaded', 'complaint', NO_RECORD],
  'GET /api/admin/memberships/reports/membership.csv': ['export-downloaded', 'membership', NO_RECORD],
  'GET /api/admin/memberships/reports/payment.csv': ['export-downloaded', 'payment', NO_RECORD],
  'GET /api/admin/memberships/reports/accounts.csv': ['export-downloaded', 'payment', NO_RECORD],
  'GET /api/admin/memberships/reports/movements.csv': ['export-downloaded', 'payment', NO_RECORD],
  'GET /api/admin/donations/list.csv': ['export-downloaded', 'donation', NO_RECORD],
  'GET /api/admin/donations/without-pan.csv': ['export-downloaded', 'donation', NO_RECORD],
  'GET /api/admin/donations/certificates.csv': ['export-downloaded', 'donation', NO_RECORD],
  'GET /api/admin/community.csv': ['export-downloaded', 'pet', NO_RECORD],
  'GET /api/admin/camps/{id}/works.csv': ['export-downloaded', 'camp', NO_RECORD],
  'GET /api/admin/cash-sheet.csv': ['export-downloaded', 'cash', NO_RECORD],
  'GET /api/admin/desk-payments.csv': ['export-downloaded', 'payment', NO_RECORD],
  'GET /api/admin/settlements.csv': ['export-downloaded', 'settlement', NO_RECORD],
  'GET /admin/tags.csv': ['export-downloaded', 'tag', NO_RECORD],
  'GET /api/admin/mails.csv': ['export-downloaded', 'mail', NO_RECORD],
  'GET /api/admin/grievances.csv': ['export-downloaded', 'grievance', NO_RECORD],
  'GET /api/admin/privacy-requests.csv': ['export-downloaded', 'privacy-request', NO_RECORD],
  'GET /api/admin/breaches/{id}/people': ['breach-people-read', 'breach'],
  'GET /api/admin/breaches/{id}/people.csv': ['export-downloaded', 'breach', NO_RECORD],
  'GET /api/admin/consents.csv': ['export-downloaded', 'consent', NO_RECORD],
  'GET /api/admin/audit.csv': ['export-downloaded', 'audit', NO_RECORD],
  'GET /api/admin/donations.csv': ['pans-downloaded', 'donation', NO_RECORD],
  'GET /api/admin/donations/filed/{file}/file.csv': ['pans-downloaded', 'donation', NO_RECORD],
  'POST /api/admin/donations/statement': ['statement-filed', 'donation', NO_RECORD],
  'PUT /api/admin/donations/{id}/certificate': ['certificate-recorded', 'donation'],
  'POST /api/admin/donations/{id}/pan': ['pan-shown', 'donation'],
  'POST /api/admin/privacy-requests': ['nominee-request-entered', 'privacy-request', createdData],
  'POST /api/admin/privacy-requests/{id}/done': ['privacy-request-done', 'privacy-request'],
  'POST /api/admin/privacy-requests/{id}/file': ['person-exported', 'privacy-request'],
  'POST /api/admin/privacy-requests/{id}/erase': ['person-erased', 'privacy-request'],
  'PUT /api/admin/corrections/{purpose}/{id}': ['person-corrected', 'complaint'],
  'POST /api/admin/grievances': ['grievance-entered', 'grievance', createdData],
  'POST /api/admin/grievances/{id}/acknowledge': ['grievance-acknowledged', 'grievance'],
  'POST /api/admin/grievances/{id}/answer': ['grievance-answered', 'grievance'],
  'POST /api/admin/breaches': ['breach-entered', 'breach', createdData],
  'PUT /api/admin/breaches/{id}': ['breach-changed', 'breach'],
  'POST /api/admin/breaches/{id}/steps': ['breach-step-added', 'breach'],
  'POST /api/admin/breaches/{id}/letters': ['breach-letters-sent', 'breach'],
  'POST /api/admin/breaches/{id}/authority': ['breach-authority-told', 'breach'],
  'POST /api/admin/breaches/{id}/close': ['breach-closed', 'breach'],
  'PUT /api/admin/settings': ['settings-changed', 'setting', () => 'foundation'],
  'PUT /api/admin/settings/logo': ['settings-changed', 'setting', () => 'logo'],
  'DELETE /api/admin/settings/logo': ['settings-changed', 'setting', () => 'logo'],
  'PUT /api/admin/settings/story-photo': ['settings-changed', 'setting', () => 'story-photo'],
  'DELETE /api/admin/settings/story-photo': ['settings-changed', 'setting', () => 'story-photo'],
  'PUT /api/admin/settings/pages/{page}/{language}': [
    'legal-text-changed',
    'setting',
    ({ sample }) => `${sample.params?.page} ${sample.params?.language}`,
  ],
  'POST /api/admin/imports/pets/{id}/undo': ['import-undone', 'import'],
  'POST /api/admin/imports/members/{id}/undo': ['import-undone', 'import'],
  'POST /api/admin/mails/{id}/send-again': ['mail-sent-again', 'mail'],
  'POST /api/admin/mails/send-held': ['held-mails-sent', 'mail', NO_RECORD],
  'POST /api/admin/mails/{id}/unblock': ['address-unblocked', 'mail'],
  'POST /api/admin/mails/{id}/unblock-since': ['address-unblocked', 'mail'],
}

// Marks what the finder wrote as seen by the owner; an admin who reads it changes nothing. A preview is not stored.
const CHANGES_NOTHING = [
  'POST /api/found/{id}/read',
  'POST /api/admin/settings/pages/{page}/{language}/preview',
  // A file is sent, checked and given to the job that imports it, which writes the row (`office/imports/import-members.test.ts`).
  ...[
    'POST /api/admin/imports/pets',
    'PUT /api/admin/imports/pets/{id}/columns',
    'POST /api/admin/imports/pets/{id}/start',
  ],
  'POST /api/admin/imports/members',
  ...['PUT /api/admin/imports/members/{id}/columns', 'POST /api/admin/imports/members/{id}/start'],
]

// DSK-4
test('every call with which an admin changes somebody’s records is in this list', () => {
  const changing = allCalls
    .filter(({ access, method }) => (access === 'admin' || access === 'owner') && method !== 'GET')
    .map(nameOf)
  expect(Object.keys(WRITES)).toEqual(
    expect.arrayContaining(changing.filter((name) => !CHANGES_NOTHING.includes(name))),
  )
  expect(allCalls.map(nameOf)).toEqual(expect.arrayContaining(Object.keys(WRITES)))
})

// Lists about nobody: the foundation's plans, and an empty list that an import is written into.
const NAMES_NOBODY = [
  'GET /api/admin/memberships/plans.csv',
  ...['GET /api/admin/imports/pets/template.csv', 'GET /api/admin/imports/members/template.csv'],
]

// TRU-4
test('every list that an admin downloads is in this list', () => {
  const downloads = allCalls.filter(({ access, file }) => access === 'admin' && file === 'text/csv').map(nameOf)
  expect(Object.keys(WRITES)).toEqual(expect.arrayContaining(downloads.filter((name) => !NAMES_NOBODY.includes(name))))
})

const rows = () =>
  app.db
    .selectFrom('audit')
    .select(['admin_id', 'admin_username', 'action', 'object_kind', 'object_id'])
    .orderBy('id')
    .execute()

const inputOf = ({ headers: _, ...input }: Sample) => input as Input<Call>

/** Returns everything stored, of the mails only the newest one of a sample: jobs write meanwhile that there is no mail server for the others. */
async function stored(): Promise<string> {
  const text = await storedHashes(app.pool, { except: ['mails'] })
  const mail = await app.pool.query("select state from mails where kind = 'password-changed' order by id desc limit 1")
  return text + JSON.stringify(mail.rows)
}

/** Waits for the job that notes of each person that the letter is queued: it would write about the breach of another sample meanwhile. */
async function lettersAreQueued(): Promise<void> {
  const waiting = () =>
    app.pool.query("select from graphile_worker.jobs where task_identifier = 'queue-breach-letters'")
  await expect.poll(async () => (await waiting()).rows.length, { timeout: 20_000 }).toBe(0)
}

function expectedOf(call: Call): Expected {
  const expected = WRITES[nameOf(call)]
  if (!expected) throw new Error(`${nameOf(call)} is not in the list`)
  return expected
}

for (const call of allCalls.filter((call) => nameOf(call) in WRITES)) {
  const [action, kind, idOf = ({ sample }) => sample.params?.id] = expectedOf(call)

  // The call that fails uses nothing up, so the same sample serves the one that succeeds after it.
  const sampleOfBoth = once(async () => {
    const owner = await aUser(app.db)
    return { owner, sample: await sampleOf(samples, call, owner) }
  })

  // DSK-4
  test(`${nameOf(call)} changes nothing if the row of the audit cannot be stored`, async () => {
    const [admin, { sample }] = [await anAdmin(app.db), await sampleOfBoth()]
    await openConversation(app, call, sample, admin)
    await lettersAreQueued()
    await app.pool.query(`
      create function fail_audit() returns trigger language plpgsql as $$ begin raise exception 'no audit'; end $$;
      create trigger fail_audit before insert on audit for each row execute function fail_audit()`)
    const before = await stored()
    const reply = await app.call(call, inputOf(sample), admin)
    await app.pool.query('drop function fail_audit cascade')
    expect(reply.status).toBe(500)
    expect(await stored()).toBe(before)
  })

  // DSK-4
  test(`${nameOf(call)} adds one row about an admin’s action, and none when refused`, async () => {
    const [admin, { owner, sample }] = [await anAdmin(app.db), await sampleOfBoth()]
    await openConversation(app, call, sample, admin)
    const before = await rows()
    if (call.access !== 'signed-in') {
      const refused = await app.call(call, inputOf(sample), await aUser(app.db))
      expect([403, 404]).toContain(refused.status)
    }
    if (sample.params?.id) {
      const unknown = await app.call(call, inputOf({ ...sample, params: { ...sample.params, id: NOBODYS } }), admin)
      expect(unknown.status).toBe(404)
    }
    expect(await rows()).toEqual(before)
    const { status, body } = await app.call(call, inputOf(sample), admin)
    expect(status).toBe(call.status ?? 200)
    const id = idOf({ sample, body, ownerId: owner.id }) ?? null
    expect(await rows()).toEqual([
      ...before,
      {
        ...{ admin_id: admin.id, admin_username: admin.username, action, object_kind: kind },
        object_id: id === null ? null : String(id),
      },
    ])
  })
}

// DSK-4, LNG-1
test('each field that these rows hold has a name on the page', async () => {
  const { rows: stored } = await app.pool.query<{ field: string }>(`
    select distinct field from audit, lateral (
      select jsonb_object_keys(coalesce(before, '{}') || coalesce(after, '{}')) as field union select unnest(personal_fields)
    ) as fields`)
  const changed = [FoundationForm, BreachFacts, Pet, CommunityAnimal].flatMap(({ shape }) => Object.keys(shape))
  const fields = [...stored.map(({ field }) => field), ...changed.filter((field) => !NEVER_CHANGED.includes(field))]
  expect(fields.length).toBeGreaterThan(60)
  expect(fields.filter((field) => !auditField(field))).toEqual([])
})

// DSK-4, LNG-1
test('each filter with which an admin downloads a list has a name on the page', () => {
  const downloads = allCalls.filter((call) => WRITES[nameOf(call)]?.[0] === 'export-downloaded')
  const filters = new Set(downloads.flatMap(({ query }) => Object.keys(query?.shape ?? {})))
  expect(filters.size).toBeGreaterThan(20)
  expect([...filters].filter((name) => !auditField(name, 'export-downloaded'))).toEqual([])
})

// DSK-4
test('what owners do with their own records is no row', async () => {
  const before = await rows()
  for (const call of allCalls.filter((call) => nameOf(call) in WRITES && call.access === 'owner')) {
    const owner = await aUser(app.db)
    const { status } = await app.call(call, inputOf(await sampleOf(samples, call, owner)), owner)
    expect(`${nameOf(call)} ${status}`).toBe(`${nameOf(call)} ${call.status ?? 200}`)
  }
  expect(await rows()).toEqual(before)
})
