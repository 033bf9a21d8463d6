import { createECDH, createHmac, randomBytes, randomUUID } from 'node:crypto'
import { formatReference } from '@petsetu/contract/complaints/reference.ts'
import type { ImportArea } from '@petsetu/contract/office/imports.ts'
import { privacyCalls } from '@petsetu/contract/people/privacy.ts'
import type { Call } from '@petsetu/contract/platform/call.ts'
import { LANGUAGES } from '@petsetu/languages/languages.ts'
import { findReceiptPath } from '../src/payments/receipts/receipt-queries.ts'
import { saveDevice } from '../src/people/push/push-devices.ts'
import { renewFeed } from '../src/people/users/care-feed.ts'
import { createCode } from '../src/people/users/mailed-code.ts'
import { createUndo } from '../src/people/users/one-time-links.ts'
import { addWork } from '../src/pets/camps/camp-works.ts'
import { preferencesToken } from '../src/platform/mail/mail-queries.ts'
import { aPhoto } from './a-photo.ts'
import { aPdf } from './attachments.ts'
import { aCamp, aWorkKey, CAMP } from './camps.ts'
import { aCarer, aStreetAnimal, STREET_ANIMAL, sendCertificate } from './community.ts'
import { aCheque, aDeskFee, voidAtDesk } from './desk.ts'
import {
  aBlankTag,
  aBreach,
  aCareRecord,
  aConfirmedUser,
  aFailedMail,
  aGrievance,
  aLink,
  anAdmin,
  aPet,
  aPlan,
  aSession,
  aUser,
  BREACH_FACTS,
  BREACH_LETTER,
  PASSWORD,
  PET_FORM,
  PLAN,
} from './factories.ts'
import { aFiledDonor, aFiledYear, aYearWithMoney } from './financial-years.ts'
import { aClaim, aClosedComplaint, aFollowToken } from './follow.ts'
import { aFoundReport } from './found.ts'
import { FOUNDATION } from './foundation.ts'
import { BOUNCE_SECRET } from './harness.ts'
import { anImport, requiredFields } from './imports.ts'
import { aLostPet, LOST } from './lost.ts'
import { aMembership } from './memberships.ts'
import { aNewPasskeyOf, aPasskey, aStoredPasskey } from './passkeys.ts'
import { ASKED, aDonationLink, aFeeLink, aMembershipLink, anOrderByLink } from './pay-links.ts'
import {
  APPLICANT,
  aComplaint,
  aDonation,
  anOrder,
  aPaidComplaint,
  aPaidDonation,
  aRegistration,
  COMPLAINT,
  DONATION,
  type PayingApp,
  submit,
  verify,
} from './paying-app.ts'
import { aPetWithPhotoRows } from './photos.ts'
import { aProtectedUser, aTicket, codeOf, oneSecretForAll } from './second-factor.ts'
import { aSettlement, reportFile, settledPayment } from './settlements.ts'

/** The parts of a call, as they are sent. */
export type Sample = {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: Record<string, unknown>
  headers?: Record<string, string>
}

/** The id of another session of this account. */
async function aDevice(app: PayingApp, { id }: Owner): Promise<string> {
  await aSession(app.db, id)
  const { last } = await app.db
    .selectFrom('sessions')
    .select((select) => select.fn.max('id').as('last'))
    .where('user_id', '=', id)
    .executeTakeFirstOrThrow()
  return String(last)
}

/** The id of a camp at which the owner helps. */
async function aCampOf(app: PayingApp, { id }: Owner): Promise<number> {
  const { username } = await app.db
    .updateTable('users')
    .set({ is_carer: true })
    .where('id', '=', id)
    .returning('username')
    .executeTakeFirstOrThrow()
  return aCamp(app.db, { helpers: [username] })
}

/** The number of an animal of the street whose certificate its carer has stored. */
async function aCertifiedAnimal(app: PayingApp, owner: Owner): Promise<number> {
  const { id } = await aStreetAnimal(app.db, owner)
  await sendCertificate(app, id, aPdf(), { token: await aSession(app.db, owner.id) })
  return id
}

/** The parameters of a new thread about a pet of the owner. */
async function aThread(app: PayingApp, owner: Owner): Promise<{ id: string }> {
  return { id: String((await aFoundReport(app, owner)).id) }
}

async function aReportedThread(app: PayingApp, owner: Owner): Promise<{ id: string }> {
  const params = await aThread(app, owner)
  await app.pool.query("update found_reports set abuse_reported_at = now(), abuse_reason = 'Money' where id = $1", [
    params.id,
  ])
  return params
}

/** The id of a new text for notes. */
async function anAnswer({ db }: PayingApp): Promise<number> {
  const answer = { title: 'Thanks', text: 'Thank you.', language: 'en' as const }
  return (await db.insertInto('answers').values(answer).returning('id').executeTakeFirstOrThrow()).id
}

/** The id of a request about the data of a new account. */
async function aPrivacyRequest(app: PayingApp): Promise<number> {
  const { body } = await app.call(privacyCalls.request, { body: { kind: 'erase' } }, await aConfirmedUser(app.db))
  return body.data.id
}

/** The body of a nominee's request, for somebody with this address who has named one. */
async function aNomineeRequest(app: PayingApp, email: string) {
  const nominee = { nominee_name: 'Gauri Patil', nominee_contact: '+91 98000 11111' }
  const body = { email, code: await createCode(app, app.db, email), kind: 'nominate', ...nominee } as const
  await app.call(privacyCalls.requestByCode, { body })
  return { email, kind: 'export', nominee_email: 'gauri@example.org', proof: 'Certificate of death' } as const
}

/** The id of a cheque that waits for the bank. */
async function aPendingCheque(app: PayingApp): Promise<string> {
  return String((await aDeskFee(app, aCheque())).id)
}

/** The id of a large sum of which an admin whose account is gone asked that it be void. */
async function aVoidThatWaits(app: PayingApp): Promise<string> {
  const { id } = await aDeskFee(app, { amount: 50_000 })
  await voidAtDesk(app, id)
  await app.db.updateTable('desk_payments').set({ void_asked_by: null }).where('payment_id', '=', id).execute()
  return String(id)
}

/** A new browser at the sandbox's push service, which does not know it. */
function aBrowser({ provider }: PayingApp) {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  const endpoint = `${provider.apiUrl}/push/sample${++count}`
  return { endpoint, p256dh: pair.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') }
}

const NO_COMPLAINT = formatReference({ id: 999_999, createdAt: new Date('2026-01-31T12:00:00Z') })

export type Owner = Awaited<ReturnType<typeof aUser>>

export const nameOf = (call: Call) => `${call.method} ${call.path}`

let count = 0

const aPreferencesLink = (app: PayingApp) => preferencesToken(app.db, `reminded${++count}@example.org`)

/** Makes samples of an area of imports. No job is added: it would write at a moment of its own. */
function importSamples(app: PayingApp, area: ImportArea): CallSamples {
  const path = `/api/admin/imports/${area}`
  const of = async (state: 'checked' | 'done' | 'uploaded') => ({ id: String(await anImport(app, area, state)) })
  const kind = area
  return {
    [`GET ${path}`]: async () => ({}),
    [`POST ${path}`]: async () => ({ body: { kind, file: new Blob(['Name\nMoti']) } }),
    [`GET ${path}/template.csv`]: async () => ({ query: { kind } }),
    [`GET ${path}/{id}`]: async () => ({ params: await of('uploaded') }),
    [`PUT ${path}/{id}/columns`]: async () => ({
      params: await of('uploaded'),
      body: { columns: Object.fromEntries(requiredFields(area).map((field) => [field, 0])) },
    }),
    [`POST ${path}/{id}/start`]: async () => ({ params: await of('checked') }),
    [`POST ${path}/{id}/undo`]: async () => ({ params: await of('done') }),
  }
}

/** Samples of what is done with a link after it was made. */
function linkSamples(app: PayingApp): CallSamples {
  const makers = { complaints: aFeeLink, memberships: aMembershipLink, donations: aDonationLink }
  const samples: CallSamples = {}
  for (const [noun, make] of Object.entries(makers)) {
    samples[`POST /api/admin/${noun}/pay-links/{id}/send`] = async () => {
      const { id, token } = await make(app)
      return { params: { id: String(id) }, body: { by: 'copy', token } }
    }
    samples[`POST /api/admin/${noun}/pay-links/{id}/revoke`] = async () => ({
      params: { id: String((await make(app)).id) },
    })
  }
  return samples
}

export type CallSamples = Record<string, (owner: Owner) => Promise<Sample>>

/** The input for this call; throws if a call has none, so that new calls must get one. */
export async function sampleOf(samples: CallSamples, call: Call, owner: Owner): Promise<Sample> {
  const sample = samples[nameOf(call)]
  if (!sample) throw new Error(`Give ${nameOf(call)} a sample in call-samples.ts, so that its access is proved`)
  return sample(owner)
}

/** For each call, a function that creates an input which succeeds for those with access; its record belongs to the owner. */
/** An admin has opened the conversation of the sample, which the calls of its owner take from an admin as well. */
export async function openConversation(
  app: PayingApp,
  call: Call,
  { params }: Sample,
  admin: { id: number },
): Promise<void> {
  if (!call.path.startsWith('/api/found/{id}')) return
  await app.pool.query('insert into found_openings (report_id, admin_id) values ($1, $2)', [params?.id, admin.id])
}

export function callSamples(app: PayingApp): CallSamples {
  return {
    'POST /auth/signin': async (owner) => ({ body: { username: owner.username, password: PASSWORD } }),
    'POST /auth/second-factor': async () => {
      const user = await aProtectedUser(app)
      return { body: { ticket: await aTicket(app, user), code: user.recoveryCodes[0] } }
    },
    'POST /login/session': async (owner) => ({ headers: { cookie: `session=${await aSession(app.db, owner.id)}` } }),
    'POST /auth/signup': async () => ({
      body: { username: `new${++count}`, email: `new${count}@example.org`, password: PASSWORD },
    }),
    'POST /auth/signout': async () => ({}),
    'POST /auth/password': async () => ({ body: { currentPassword: PASSWORD, newPassword: PASSWORD } }),
    'GET /api/account/second-factor': async () => ({}),
    'POST /api/account/second-factor': async () => ({ body: { password: PASSWORD } }),
    'POST /api/account/second-factor/confirm': async () => ({
      body: { code: await codeOf(await oneSecretForAll(app, 'unconfirmed')) },
    }),
    'POST /api/account/second-factor/recovery-codes': async () => ({
      body: { password: PASSWORD, code: await codeOf(await oneSecretForAll(app, 'confirmed')) },
    }),
    'POST /api/account/second-factor/end': async () => ({
      body: { password: PASSWORD, code: await codeOf(await oneSecretForAll(app, 'confirmed')) },
    }),
    'POST /auth/passkey/challenge': async () => ({}),
    'POST /auth/passkey': async () => ({ body: await (await aPasskey(app, await aUser(app.db))).signIn() }),
    'GET /api/account/passkeys': async () => ({}),
    'POST /api/account/passkeys/challenge': async ({ id }) => {
      await app.db.deleteFrom('second_factors').where('user_id', '=', id).execute()
      return { body: { password: PASSWORD } }
    },
    'POST /api/account/passkeys': async (owner) => ({ body: await aNewPasskeyOf(app, owner) }),
    'PUT /api/account/passkeys/{id}': async ({ id }) => ({
      params: { id: String(await aStoredPasskey(app.db, id)) },
      body: { name: 'Phone' },
    }),
    'POST /api/account/passkeys/{id}/remove': async ({ id }) => {
      // Another sample may have given everybody one, and this call would need a code of it.
      await app.db.deleteFrom('second_factors').where('user_id', '=', id).execute()
      return { params: { id: String(await aStoredPasskey(app.db, id)) }, body: { password: PASSWORD } }
    },
    // For an account that exists, a job would write at a moment of its own.
    'POST /auth/forgot-password': async () => ({ body: { login: 'nobody-at-all' } }),
    'POST /auth/reset-password': async (owner) => ({
      body: { token: await aLink(app.db, owner, 'reset-password'), password: PASSWORD },
    }),
    'POST /auth/confirm-email': async ({ id }) => ({
      body: { token: await aLink(app.db, { id, email: `confirmed${++count}@example.org` }, 'change-email') },
    }),
    'POST /auth/undo-email-change': async ({ id }) => ({
      body: { token: await createUndo(app.db, { id, email: `former${++count}@example.org` }) },
    }),
    'GET /api/account': async () => ({}),
    'DELETE /api/account/email': async () => ({}),
    'PUT /api/account/email': async () => ({
      body: { email: `changed${++count}@example.org`, current_password: PASSWORD },
    }),
    'POST /api/account/email/confirmation': async () => ({}),
    'PUT /api/account/phone': async () => ({ body: { phone: `+91 98765 ${++count}` } }),
    // Another one each time, so that each call changes something.
    'PUT /api/account/reminders': async () => ({ body: { wants_reminders: true } }),
    'PUT /api/account/language': async () => ({ body: { language: LANGUAGES[++count % LANGUAGES.length] } }),
    'GET /api/account/devices': async () => ({}),
    'DELETE /api/account/devices': async () => ({}),
    'DELETE /api/account/devices/{id}': async (owner) => ({ params: { id: await aDevice(app, owner) } }),
    'GET /api/account/kept': async () => ({}),
    'GET /api/push/key': async () => ({}),
    'POST /api/account/push/state': async () => ({ body: { endpoint: aBrowser(app).endpoint } }),
    // Not of messages, which other samples write: a job of its own would tell this browser at any moment.
    'PUT /api/account/push': async () => ({ body: { ...aBrowser(app), kinds: ['lost-scan'] } }),
    'POST /api/account/push/remove': async (owner) => {
      const browser = aBrowser(app)
      const device = { ...browser, language: 'en' as const, kinds: ['lost-scan' as const] }
      await saveDevice(app.db, { userId: owner.id, token: null }, device)
      return { body: { endpoint: browser.endpoint } }
    },
    'POST /api/push/read': async () => ({ body: { token: randomUUID() } }),
    'POST /api/account/data': async () => ({ body: {} }),
    // For a known address, a job would write at a moment of its own.
    'POST /api/privacy/codes': async () => ({ body: { email: 'nobody-at-all@example.org' } }),
    'POST /api/privacy/requests': async () => {
      const email = `asks${++count}@example.org`
      return { body: { email, code: await createCode(app, app.db, email), kind: 'export' } }
    },
    'POST /api/account/privacy-requests': async () => ({ body: { kind: 'correct', note: 'My name is wrong' } }),
    'GET /api/account/privacy-requests': async () => ({}),
    'GET /api/admin/privacy-requests': async () => ({ query: {} }),
    'GET /api/admin/privacy-requests.csv': async () => ({ query: {} }),
    'POST /api/admin/privacy-requests': async () => ({
      body: await aNomineeRequest(app, `asks${++count}@example.org`),
    }),
    'POST /api/admin/privacy-requests/{id}/done': async () => ({
      params: { id: String(await aPrivacyRequest(app)) },
      body: { answer: 'Here it is' },
    }),
    'GET /api/admin/privacy-requests/{id}': async () => ({ params: { id: String(await aPrivacyRequest(app)) } }),
    'POST /api/admin/privacy-requests/{id}/file': async () => ({ params: { id: String(await aPrivacyRequest(app)) } }),
    'POST /api/admin/privacy-requests/{id}/erase': async () => ({
      params: { id: String(await aPrivacyRequest(app)) },
      body: { reason: 'Asked by email' },
    }),
    'GET /api/admin/corrections/{purpose}/{id}': async () => ({
      params: { purpose: 'complaint', id: String(await aComplaint(app)) },
    }),
    'PUT /api/admin/corrections/{purpose}/{id}': async () => ({
      params: { purpose: 'complaint', id: String(await aComplaint(app)) },
      body: { version: 1, reason: 'Misspelt', name: 'Kavita Raghavan' },
    }),
    'GET /api/admin/grievances': async () => ({ query: {} }),
    'GET /api/admin/grievances.csv': async () => ({ query: {} }),
    'GET /api/admin/grievances/{id}': async () => ({ params: { id: String(await aGrievance(app.db)) } }),
    'POST /api/admin/grievances': async () => ({
      body: {
        ...{ kind: 'other', way: 'call', language: 'en', name: 'Meera Joshi' },
        ...{ phone: `98765${++count}`, text: 'Nobody calls me back.' },
      },
    }),
    'POST /api/admin/grievances/{id}/acknowledge': async () => ({ params: { id: String(await aGrievance(app.db)) } }),
    'POST /api/admin/grievances/{id}/answer': async () => ({
      params: { id: String(await aGrievance(app.db)) },
      body: { answer: 'We have called you.' },
    }),
    'GET /api/admin/breaches': async () => ({}),
    'GET /api/admin/breaches/{id}': async () => ({ params: { id: String(await aBreach(app.db)) } }),
    'POST /api/admin/breaches': async () => ({
      body: { title: 'A stolen laptop', happened: 'It was stolen.', noticed_at: '2026-01-05T08:00:00.000Z' },
    }),
    'PUT /api/admin/breaches/{id}': async () => ({
      params: { id: String(await aBreach(app.db)) },
      body: { ...BREACH_FACTS, title: `A stolen laptop ${++count}` },
    }),
    'POST /api/admin/breaches/{id}/steps': async () => ({
      params: { id: String(await aBreach(app.db)) },
      body: { kind: 'note', at: '2026-01-05T09:00:00.000Z', text: 'The police have been told.' },
    }),
    'GET /api/admin/breaches/{id}/drafts': async () => ({ params: { id: String(await aBreach(app.db)) } }),
    'POST /api/admin/breaches/{id}/letters': async () => ({
      params: { id: String(await aBreach(app.db)) },
      body: { en: BREACH_LETTER, hi: BREACH_LETTER, mr: BREACH_LETTER },
    }),
    'POST /api/admin/breaches/{id}/authority': async () => ({
      params: { id: String(await aBreach(app.db)) },
      body: { ...BREACH_LETTER, to: 'team', email: 'team@example.org', language: 'en' },
    }),
    'GET /api/admin/breaches/{id}/people': async () => ({ params: { id: String(await aBreach(app.db)) }, query: {} }),
    'GET /api/admin/breaches/{id}/people.csv': async () => ({ params: { id: String(await aBreach(app.db)) } }),
    'POST /api/admin/breaches/{id}/close': async () => ({ params: { id: String(await aBreach(app.db)) } }),
    'POST /api/account/delete': async () => ({ body: { password: PASSWORD } }),
    'POST /pets': async () => ({ body: { ...PET_FORM, petId: await aBlankTag(app.db) } }),
    'GET /pets': async () => ({ query: {} }),
    'GET /pets/{id}': async (owner) => ({ params: { id: (await aPet(app.db, owner)).petId } }),
    'PUT /pets/{id}': async (owner) => ({
      params: { id: String((await aPet(app.db, owner)).id) },
      body: { ...PET_FORM, petName: 'Sheru' },
    }),
    'PUT /pets/shown': async (owner) => {
      const pet = await aPet(app.db, owner)
      await app.db.updateTable('pets').set({ is_shown_due: true }).where('id', '=', pet.id).execute()
      return { body: { shown: { address: false } } }
    },
    'DELETE /pets/{id}': async (owner) => ({ params: { id: String((await aPet(app.db, owner)).id) } }),
    'POST /api/community': async ({ id }) => {
      await app.db.updateTable('users').set({ is_carer: true }).where('id', '=', id).execute()
      return { body: { ...STREET_ANIMAL, petId: await aBlankTag(app.db) } }
    },
    'GET /api/community': async () => ({}),
    'GET /api/community/{id}': async (owner) => ({ params: { id: (await aStreetAnimal(app.db, owner)).petId } }),
    'GET /api/community/{id}/sightings': async (owner) => ({
      params: { id: (await aStreetAnimal(app.db, owner)).petId },
    }),
    'GET /pet-detail/{petId}/certificate.pdf': async () => ({
      params: { petId: (await aStreetAnimal(app.db, null, { sterilisedOn: '2026-01-05' })).petId },
    }),
    'PUT /api/community/{id}': async (owner) => ({
      params: { id: String((await aStreetAnimal(app.db, owner)).id) },
      body: { ...STREET_ANIMAL, status: 'moved' },
    }),
    'PUT /api/community/{id}/certificate-file': async (owner) => ({
      params: { id: String((await aStreetAnimal(app.db, owner)).id) },
      body: { file: new Blob([aPdf()]) },
    }),
    'GET /api/community/{id}/certificate-file': async (owner) => ({
      params: { id: String(await aCertifiedAnimal(app, owner)) },
    }),
    'DELETE /api/community/{id}/certificate-file': async (owner) => ({
      params: { id: String(await aCertifiedAnimal(app, owner)) },
    }),
    'POST /pet-detail/{petId}/seen': async () => {
      const { petId, ward } = await aStreetAnimal(app.db)
      return { params: { petId }, body: { area: ward } }
    },
    'GET /api/admin/community': async () => ({ query: {} }),
    'GET /api/admin/community.csv': async () => ({ query: {} }),
    'GET /api/admin/community/wards': async () => ({}),
    'POST /api/admin/community/{id}/adopt': async () => ({
      params: { id: String((await aStreetAnimal(app.db)).id) },
      body: { login: (await aUser(app.db)).username },
    }),
    'GET /api/admin/carers': async () => ({}),
    'POST /api/admin/carers': async () => ({ body: { login: (await aUser(app.db)).username } }),
    'DELETE /api/admin/carers/{userId}': async () => ({ params: { userId: String((await aCarer(app.db)).id) } }),
    'GET /api/admin/community/{id}/carers': async () => ({ params: { id: String((await aStreetAnimal(app.db)).id) } }),
    'POST /api/admin/community/{id}/carers': async () => ({
      params: { id: String((await aStreetAnimal(app.db)).id) },
      body: { login: (await aUser(app.db)).username },
    }),
    'DELETE /api/admin/community/{id}/carers/{userId}': async () => {
      const carer = await aCarer(app.db)
      return { params: { id: String((await aStreetAnimal(app.db, carer)).id), userId: String(carer.id) } }
    },
    'GET /pets/{id}/care': async (owner) => ({ params: { id: (await aPet(app.db, owner)).petId } }),
    'POST /pets/{id}/care': async (owner) => ({
      params: { id: String((await aPet(app.db, owner)).id) },
      body: { kind: 'rabies' },
    }),
    'PUT /pets/{id}/care/{careId}': async (owner) => ({
      params: await aCareRecord(app.db, owner),
      body: { kind: 'dhppi' },
    }),
    'DELETE /pets/{id}/care/{careId}': async (owner) => ({ params: await aCareRecord(app.db, owner) }),
    'GET /api/camps': async () => ({}),
    'GET /api/camps/{id}': async (owner) => ({ params: { id: String(await aCampOf(app, owner)) } }),
    'POST /api/camps/{id}/works': async (owner) => {
      const { petId: tag } = await aStreetAnimal(app.db, await aCarer(app.db))
      return {
        params: { id: String(await aCampOf(app, owner)) },
        body: { key: aWorkKey(), tag, kind: 'rabies', at: '2026-01-31T05:30:00Z' },
      }
    },
    'POST /api/camps/{id}/animals': async (owner) => ({
      params: { id: String(await aCampOf(app, owner)) },
      body: {
        ...{ key: aWorkKey(), tag: await aBlankTag(app.db), at: '2026-01-31T05:30:00Z' },
        ...{ name: 'Rani', type: 'Dog', gender: 'female' },
      },
    }),
    'DELETE /api/camps/{id}/works/{key}': async (owner) => {
      const id = await aCampOf(app, owner)
      const key = aWorkKey()
      const { petId: tag } = await aStreetAnimal(app.db, await aCarer(app.db))
      const person = {
        id: owner.id,
        username: 'helper',
        role: 'user',
        duties: null,
        language: null,
        mustEnrol: false,
      } as const
      const helper = { person, request: { id: 'sample' } }
      await addWork(app.db, id, { key, tag, kind: 'rabies', at: '2026-01-31T05:30:00Z' }, helper)
      return { params: { id: String(id), key } }
    },
    'GET /api/admin/camps': async () => ({}),
    'GET /api/admin/camps/{id}': async () => ({ params: { id: String(await aCamp(app.db)) } }),
    'POST /api/admin/camps': async () => ({ body: CAMP }),
    'PUT /api/admin/camps/{id}': async () => ({
      params: { id: String(await aCamp(app.db)) },
      body: { ...CAMP, name: 'Second day' },
    }),
    'DELETE /api/admin/camps/{id}': async () => ({ params: { id: String(await aCamp(app.db)) } }),
    'GET /api/admin/camps/{id}/works.csv': async () => ({ params: { id: String(await aCamp(app.db)) } }),
    'GET /api/admin/camps/{id}/report.pdf': async () => ({ params: { id: String(await aCamp(app.db)) } }),
    'GET /pets/{id}/scans': async (owner) => ({ params: { id: (await aPet(app.db, owner)).petId } }),
    'GET /pets/{id}/care.ics': async (owner) => ({ params: { id: (await aCareRecord(app.db, owner)).id } }),
    'GET /care/feed': async () => ({}),
    'POST /care/feed': async () => ({}),
    'DELETE /care/feed': async () => ({}),
    'GET /care/{token}.ics': async (owner) => ({ params: { token: await renewFeed(app.db, owner.id) } }),
    'GET /care/due': async () => ({}),
    'POST /pets/{id}/photos': async (owner) => ({
      params: { id: String((await aPet(app.db, owner)).id) },
      body: { photo: new Blob([await aPhoto()]) },
    }),
    'PUT /pets/{id}/photos': async (owner) => {
      const { pet, photoIds } = await aPetWithPhotoRows(app.db, owner, 2)
      return { params: { id: String(pet.id) }, body: { order: photoIds.toReversed() } }
    },
    'DELETE /pets/{id}/photos/{photoId}': async (owner) => {
      const { pet, photoIds } = await aPetWithPhotoRows(app.db, owner, 1)
      return { params: { id: String(pet.id), photoId: String(photoIds[0]) } }
    },
    'PUT /pets/{id}/lost': async (owner) => ({ params: { id: (await aPet(app.db, owner)).petId }, body: LOST }),
    'DELETE /pets/{id}/lost': async (owner) => ({ params: { id: String((await aLostPet(app.db, owner)).id) } }),
    'GET /pets/{id}/poster.pdf': async (owner) => ({ params: { id: (await aLostPet(app.db, owner)).petId } }),
    'GET /pets/{id}/card.pdf': async (owner) => ({ params: { id: (await aPet(app.db, owner)).petId } }),
    'GET /admin/pets': async () => ({ query: {} }),
    'DELETE /admin/pets/{id}': async (owner) => ({ params: { id: String((await aPet(app.db, owner)).id) } }),
    'POST /pet-detail/{petId}/found': async (owner) => ({
      params: { petId: (await aPet(app.db, owner)).petId },
      body: { message: 'Moti is here' },
    }),
    'POST /found/{token}': async (owner) => ({
      params: { token: (await aFoundReport(app, owner)).path.split('/').at(-1) ?? '' },
      body: { message: 'Still here' },
    }),
    'GET /found/{token}/messages': async (owner) => ({
      params: { token: (await aFoundReport(app, owner)).path.split('/').at(-1) ?? '' },
    }),
    'GET /api/found': async () => ({}),
    'GET /api/found/{id}': async (owner) => ({ params: await aThread(app, owner) }),
    'POST /api/found/{id}/messages': async (owner) => ({
      params: await aThread(app, owner),
      body: { message: 'I am coming' },
    }),
    'POST /api/found/{id}/read': async (owner) => ({ params: await aThread(app, owner) }),
    'POST /api/found/{id}/close': async (owner) => ({ params: await aThread(app, owner) }),
    'POST /api/found/{id}/mute': async (owner) => ({ params: await aThread(app, owner) }),
    'POST /api/found/{id}/abuse': async (owner) => ({ params: await aThread(app, owner), body: { reason: 'Money' } }),
    'GET /admin/found': async () => ({}),
    'POST /admin/found/{id}/open': async (owner) => ({
      params: await aReportedThread(app, owner),
      body: { reason: 'The owner reported it' },
    }),
    'POST /admin/found/{id}/close': async (owner) => ({ params: await aReportedThread(app, owner) }),
    'DELETE /admin/found/{id}': async (owner) => ({ params: await aReportedThread(app, owner) }),
    'GET /admin/users': async () => ({ query: {} }),
    'DELETE /admin/users/{id}': async () => ({ params: { id: String((await aUser(app.db)).id) } }),
    'PUT /admin/users/{id}/duties': async () => ({
      params: { id: String((await anAdmin(app.db)).id) },
      body: { duties: ['pets', 'cases'] },
    }),
    'GET /admin/users/{id}': async () => ({ params: { id: String((await aUser(app.db)).id) } }),
    'PUT /admin/users/{id}': async () => ({
      params: { id: String((await aUser(app.db)).id) },
      body: { phone: '+91 98765 43210', language: 'mr' },
    }),
    'DELETE /admin/users/{id}/sessions': async () => ({ params: { id: String((await aUser(app.db)).id) } }),
    'POST /admin/users/{id}/second-factor/end': async () => ({
      params: { id: String((await aProtectedUser(app)).id) },
      body: { reason: 'The phone is lost' },
    }),
    'GET /api/admin/dashboard': async () => ({}),
    'GET /api/admin/dashboard/work': async () => ({}),
    'GET /api/admin/dashboard/waiting': async () => ({}),
    'GET /api/admin/dashboard/events': async () => ({}),
    'GET /api/admin/dashboard/weeks': async () => ({}),
    'GET /api/admin/search': async () => ({ query: { q: 'Moti' } }),
    'GET /admin/generate-pet-id': async () => ({ query: { numberOfIds: '1' } }),
    'POST /api/complaints/submit': async () => ({
      body: { ...COMPLAINT, file: new Blob([aPdf()]), files: [new Blob([aPdf()]), new Blob([aPdf()])] },
    }),
    'PUT /api/complaints/submit': async () => {
      const key = `correction-${++count}`
      await submit(app, { key })
      return { body: { ...COMPLAINT, files: [new Blob([aPdf()])] }, headers: { 'idempotency-key': key } }
    },
    'POST /api/complaints/payment/initiate': async () => ({
      body: {
        complaint_id: await aComplaint(app),
        amount: 100,
        name: COMPLAINT.fullname,
        email: COMPLAINT.email,
        phone: COMPLAINT.phone,
      },
    }),
    'POST /api/complaints/unpaid': async () => ({ body: { token: await aFollowToken(app, await aComplaint(app)) } }),
    'POST /api/complaints/unpaid/pay': async () => ({
      body: { token: await aFollowToken(app, await aComplaint(app)), amount: 100 },
    }),
    'POST /api/complaints/payment/verify': async () => {
      const { complaintId, orderId } = await anOrder(app)
      return { body: { ...(await app.sandbox.pay(orderId)), complaint_id: complaintId } }
    },
    'GET /api/complaints/own': async () => ({ query: {} }),
    'POST /api/complaints/own/{id}/follow': async ({ email }) => {
      await app.db.updateTable('users').set({ email_confirmed_at: new Date() }).where('email', '=', email).execute()
      return { params: { id: String(await aComplaint(app, { email })) } }
    },
    'GET /api/admin/complaints': async () => ({ query: {} }),
    'GET /api/admin/complaints/{id}': async () => ({ params: { id: String(await aComplaint(app)) } }),
    'PUT /api/admin/complaints/{id}/status': async () => ({
      params: { id: String(await aComplaint(app)) },
      body: { status: 'resolved' },
    }),
    'POST /api/admin/complaints': async () => ({
      body: { ...COMPLAINT, source: 'phone', language: 'en', agreed: true },
    }),
    'POST /api/admin/complaints/{id}/follow-link': async () => ({ params: { id: String(await aComplaint(app)) } }),
    'POST /api/admin/complaints/{id}/payment/check': async () => ({ params: { id: String(await aComplaint(app)) } }),
    'PUT /api/admin/complaints/{id}': async () => {
      const id = await aComplaint(app)
      return { params: { id: String(id) }, body: { version: 1, priority: 'high', due_on: '2026-12-31' } }
    },
    'PUT /api/admin/complaints': async () => ({ body: { ids: [await aComplaint(app)], status: 'resolved' } }),
    'GET /api/admin/complaints/{id}/events': async () => ({ params: { id: String(await aComplaint(app)) } }),
    'POST /api/admin/complaints/{id}/notes': async () => ({
      params: { id: String(await aComplaint(app)) },
      body: { text: 'Our team was there.', internal: true },
    }),
    'PUT /api/admin/complaints/{id}/hold': async () => ({
      params: { id: String(await aComplaint(app)) },
      body: { until: '2999-12-31', reason: 'The court hears the case' },
    }),
    'POST /api/admin/complaints/{id}/reveal': async () => ({
      params: { id: String(await aComplaint(app, { withhold_name: 'true' })) },
      body: { reason: 'The police asked' },
    }),
    'POST /api/admin/complaints/{id}/files/{fileId}/original': async () => {
      const sent = await submit(app, { file: { bytes: aPdf(), name: 'proof.pdf' } })
      const { data } = (await sent.json()) as { data: { complaint_id: number } }
      const { id } = await app.db
        .selectFrom('complaint_files')
        .select('id')
        .where('complaint_id', '=', data.complaint_id)
        .executeTakeFirstOrThrow()
      return {
        params: { id: String(data.complaint_id), fileId: String(id) },
        body: { reason: 'The police asked' },
      }
    },
    'POST /api/admin/complaints/{id}/bundle': async () => ({
      params: { id: String(await aComplaint(app)) },
      body: { reason: 'The police asked' },
    }),
    'POST /api/admin/complaints/{id}/merge': async () => ({
      params: { id: String(await aComplaint(app)) },
      body: { into: await aComplaint(app) },
    }),
    'GET /api/admin/complaints/{id}/neighbours': async () => ({
      params: { id: String(await aComplaint(app)) },
      query: {},
    }),
    'GET /api/admin/assignees': async () => ({}),
    'GET /api/admin/answers': async () => ({}),
    'POST /api/admin/answers': async () => ({ body: { title: 'On our way', text: 'We come.', language: 'en' } }),
    'PUT /api/admin/answers/{id}': async () => ({
      params: { id: String(await anAnswer(app)) },
      body: { title: 'Thank you', text: 'We thank you.', language: 'en' },
    }),
    'DELETE /api/admin/answers/{id}': async () => ({ params: { id: String(await anAnswer(app)) } }),
    'POST /api/admin/payments/{id}/refund': async () => {
      const { checkout } = await aPaidComplaint(app)
      const payment = await app.db
        .selectFrom('payments')
        .select('id')
        .where('provider_payment_id', '=', checkout.razorpay_payment_id)
        .executeTakeFirstOrThrow()
      return { params: { id: String(payment.id) } }
    },
    'POST /api/admin/payments/{id}/settle': async () => {
      const { complaintId, orderId, checkout } = await aPaidComplaint(app)
      const surplus = await app.sandbox.pay(orderId, 'captured', { even_if_paid: true })
      await verify(app, complaintId, surplus)
      const payment = await app.db
        .selectFrom('payments')
        .select('id')
        .where('provider_payment_id', '=', surplus.razorpay_payment_id)
        .where('provider_payment_id', '<>', checkout.razorpay_payment_id)
        .executeTakeFirstOrThrow()
      return { params: { id: String(payment.id) }, body: { note: 'Paid back in cash' } }
    },
    'GET /api/admin/settings': async () => ({}),
    // Something else each time, so that each call changes something.
    'PUT /api/admin/settings': async () => ({ body: { ...FOUNDATION, registrationNumber: `F-${++count}` } }),
    'PUT /api/admin/settings/logo': async () => ({ body: { logo: new Blob([await aPhoto()]) } }),
    'DELETE /api/admin/settings/logo': async () => {
      const png = (await aPhoto({ width: 8, height: 8, kind: 'png' })).toString('base64')
      await app.pool.query(
        `insert into foundation_settings (name, value) values ('logo', $1)
         on conflict (name) do update set value = excluded.value, version = foundation_settings.version + 1`,
        [{ png, width: 8, height: 8 }],
      )
      return {}
    },
    'PUT /api/admin/settings/story-photo': async () => ({ body: { photo: new Blob([await aPhoto()]) } }),
    'DELETE /api/admin/settings/story-photo': async () => {
      await app.pool.query(
        `insert into foundation_settings (name, value) values ('story-photo', $1)
         on conflict (name) do update set value = excluded.value, version = foundation_settings.version + 1`,
        [{ webp: (await aPhoto({ width: 8, height: 8 })).toString('base64'), width: 8, height: 8 }],
      )
      return {}
    },
    'POST /api/admin/settings/pages/{page}/{language}/preview': async () => ({
      params: { page: 'terms', language: 'en' },
      body: { markdown: '# Terms' },
    }),
    'GET /api/admin/settings/pages/{page}/{language}': async () => ({ params: { page: 'terms', language: 'en' } }),
    'PUT /api/admin/settings/pages/{page}/{language}': async () => ({
      params: { page: 'terms', language: 'en' },
      body: { markdown: `# Terms ${++count}` },
    }),
    'GET /api/admin/consents': async () => ({ query: {} }),
    'GET /api/admin/consents.csv': async () => ({ query: {} }),
    'GET /api/admin/notices': async () => ({ query: { purpose: 'signup' } }),
    'GET /api/admin/audit': async () => ({ query: {} }),
    'GET /api/admin/audit.csv': async () => ({ query: {} }),
    'GET /api/admin/mails': async () => ({ query: {} }),
    'GET /api/admin/mails.csv': async () => ({ query: {} }),
    'POST /api/admin/mails/{id}/send-again': async () => ({ params: { id: String(await aFailedMail(app.db)) } }),
    'POST /api/admin/mails/send-held': async () => {
      await aFailedMail(app.db, { state: 'held' })
      return {}
    },
    'POST /api/admin/mails/{id}/unblock': () => aBlockedMail(app),
    'POST /api/admin/mails/{id}/unblock-since': () => aBlockedMail(app),
    'GET /api/mail/preferences/{token}': async () => ({ params: { token: await aPreferencesLink(app) } }),
    'POST /api/mail/preferences/{token}': async () => ({
      params: { token: await aPreferencesLink(app) },
      body: { off: ['membership-ends'] },
    }),
    'POST /u/{token}': async () => ({
      params: { token: await aPreferencesLink(app) },
      // The bytes are read like a form, so the name ends between two of its marks.
      body: { '&List-Unsubscribe=One-Click&': '' },
    }),
    'POST /api/mail/bounces': async () => ({
      body: { email: `gone${++count}@example.org`, reason: '550 5.1.1 No such user' },
      headers: { authorization: `Bearer ${BOUNCE_SECRET}` },
    }),
    'GET /admin/pets.csv': async () => ({ query: {} }),
    'GET /admin/users.csv': async () => ({}),
    'GET /admin/tags': async () => ({ query: {} }),
    'GET /admin/tags.csv': async () => ({ query: {} }),
    'GET /admin/tag-batches': async () => ({ query: {} }),
    'GET /admin/tags/sheet.pdf': async () => ({ query: { petIds: await aBlankTag(app.db) } }),
    ...importSamples(app, 'pets'),
    ...importSamples(app, 'members'),
    'GET /api/admin/complaints.csv': async () => ({ query: {} }),
    'GET /api/admin/memberships/plans': async () => ({}),
    'GET /api/admin/memberships/reports/plans': async () => ({}),
    'GET /api/admin/memberships/plans.csv': async () => ({}),
    'GET /api/admin/memberships/plans/{id}': async () => ({ params: { id: String((await aPlan(app.db)).id) } }),
    'POST /api/admin/memberships/plans': async () => ({ body: PLAN }),
    'PUT /api/admin/memberships/plans/{id}': async () => ({
      params: { id: String((await aPlan(app.db)).id) },
      body: { ...PLAN, description: 'Another one' },
    }),
    'DELETE /api/admin/memberships/plans/{id}': async () => ({ params: { id: String((await aPlan(app.db)).id) } }),
    'GET /api/memberships/plans/regular': async () => ({}),
    'GET /api/memberships/plans/premium': async () => ({}),
    'POST /api/memberships/register': async () => ({ body: { ...APPLICANT, plan_id: (await aPlan(app.db)).id } }),
    'POST /api/memberships/verify-payment': async () => {
      const { membershipId, orderId } = await aRegistration(app)
      return { body: { ...(await app.sandbox.pay(orderId)), membership_id: membershipId } }
    },
    'GET /api/memberships/active': async () => ({}),
    'GET /api/memberships/history': async () => ({}),
    'GET /api/memberships/renewal': async () => ({ query: { category: 'regular' } }),
    'GET /api/memberships/card': async () => ({}),
    'POST /api/memberships/card': async () => ({}),
    'GET /api/memberships/card.pdf': async (owner) => {
      await aMembership(app.db, owner)
      return {}
    },
    'GET /api/admin/memberships/{id}/reminders': async () => ({
      params: { id: String((await aRegistration(app)).membershipId) },
    }),
    'POST /api/admin/memberships/{id}/cancel': async () => ({
      params: { id: String((await aRegistration(app)).membershipId) },
    }),
    'POST /api/payments/order-state': async () => ({ body: { order_id: (await aDonation(app)).orderId } }),
    'POST /api/donations': async () => ({ body: { ...DONATION, name: `Giver ${++count}` } }),
    'POST /api/donations/verify-payment': async () => {
      const { donationId, orderId } = await aDonation(app, { name: `Giver ${++count}` })
      return { body: { ...(await app.sandbox.pay(orderId)), donation_id: donationId } }
    },
    'GET /api/admin/donations': async () => ({ query: {} }),
    'GET /api/admin/donations/list.csv': async () => ({ query: {} }),
    // No sample files this year: what was downloaded and has changed since is not filed.
    'GET /api/admin/donations.csv': async () => ({ query: { financial_year: '2015' } }),
    'GET /api/admin/donations/without-pan.csv': async () => ({ query: { financial_year: '2020' } }),
    'GET /api/admin/donations/statement': async () => ({ query: { financial_year: '2020' } }),
    'POST /api/admin/donations/statement': async () => {
      // The file of a year holds all its donations. Those of other samples move to the year before, so that each sample files as many.
      await app.pool.query(`update donations set paid_at = paid_at - interval '1 year'
        where paid_at between '2020-04-01T00:00:00+05:30' and '2021-03-31T23:59:59+05:30'`)
      return { body: { year: (await aFiledYear(app)).year } }
    },
    'GET /api/admin/donations/certificates': async () => ({ query: { financial_year: '2020' } }),
    'GET /api/admin/donations/certificates.csv': async () => ({ query: { financial_year: '2020' } }),
    'PUT /api/admin/donations/{id}/certificate': async () => ({
      params: { id: String(await aFiledDonor(app)) },
      body: { year: 2016, number: `10BE-${++count}`, issued_on: '2026-05-28' },
    }),
    'GET /api/admin/donations/filed/{file}/file.csv': async () => ({ params: { file: (await aFiledYear(app)).id } }),
    'POST /api/admin/donations/{id}/pan': async () => ({
      params: { id: String((await aPaidDonation(app, { name: `Giver ${++count}` })).donationId) },
      body: { reason: 'The tax office asked.' },
    }),
    'POST /api/admin/desk-payments': async () => ({
      body: { purpose: 'complaint', subject_id: await aComplaint(app), mode: 'cash', amount: 100 },
    }),
    'GET /api/admin/desk-payments': async () => ({ query: {} }),
    'GET /api/admin/desk-payments/subjects': async () => ({ query: { search: 'Kavita' } }),
    'POST /api/admin/desk-payments/members': async () => ({
      body: { ...APPLICANT, plan_id: (await aPlan(app.db)).id, language: 'hi', agreed: true },
    }),
    'GET /api/admin/desk-payments/cash-today': async () => ({
      query: { purpose: 'complaint', subject_id: String(await aComplaint(app)) },
    }),
    'POST /api/admin/desk-payments/donations': async () => ({
      body: { ...DONATION, name: `Giver ${++count}`, language: 'hi', agreed: true },
    }),
    'POST /api/admin/desk-payments/{id}/clear': async () => ({ params: { id: await aPendingCheque(app) } }),
    'POST /api/admin/desk-payments/{id}/bounce': async () => ({ params: { id: await aPendingCheque(app) } }),
    'POST /api/admin/desk-payments/{id}/void': async () => ({
      params: { id: await aPendingCheque(app) },
      body: { reason: 'It was entered twice.' },
    }),
    'POST /api/admin/desk-payments/{id}/withdraw-void': async () => ({ params: { id: await aVoidThatWaits(app) } }),
    'GET /api/admin/desk-payments.csv': async () => ({ query: {} }),
    'GET /api/admin/cash-sheet': async () => ({ query: {} }),
    'GET /api/admin/cash-sheet.csv': async () => ({ query: {} }),
    'POST /api/admin/cash-sheet/handovers': async () => ({
      body: { kind: 'received', amount: 50, note: `Change ${++count}` },
    }),
    'GET /api/admin/financial-years': async () => ({}),
    'POST /api/admin/financial-years/{year}/lock': async () => ({
      params: { year: String(await aYearWithMoney(app)) },
      body: { reason: 'The auditor has signed' },
    }),
    'POST /api/admin/settlements': async () => ({
      body: { file: reportFile([{ ...aSettlement(), ...settledPayment(`pay_Sample${++count}`, 100) }]) },
    }),
    'GET /api/admin/settlements': async () => ({ query: { month: '2021-07' } }),
    'GET /api/admin/settlements/summary': async () => ({ query: { month: '2021-07' } }),
    'GET /api/admin/settlements.csv': async () => ({ query: { month: '2021-07' } }),
    'GET /api/admin/complaints/{id}/pay-links': async () => ({
      params: { id: String((await aFeeLink(app)).subjectId) },
    }),
    'POST /api/admin/complaints/{id}/pay-links': async () => ({
      params: { id: String(await aComplaint(app)) },
      body: { amount: 100 },
    }),
    'GET /api/admin/memberships/{id}/pay-links': async () => ({
      params: { id: String((await aMembershipLink(app)).subjectId) },
    }),
    'POST /api/admin/memberships/{id}/pay-links': async () => ({
      params: { id: String((await aRegistration(app)).membershipId) },
      body: { is_renewal: false },
    }),
    'GET /api/admin/donations/pay-links': async () => ({ query: {} }),
    // The same donation a second time would only get another link.
    'POST /api/admin/donations/pay-links': async () => ({ body: { ...ASKED, address: `${++count} Lake Road, Thane` } }),
    // On its last day, when another link is made in its place.
    'POST /api/admin/donations/pay-links/{id}/again': async () => {
      const { id } = await aDonationLink(app, { address: `${++count} Lake Road, Thane` })
      await app.pool.query("update pay_links set expires_at = now() + interval '1 hour' where id = $1", [id])
      return { params: { id: String(id) } }
    },
    ...linkSamples(app),
    'POST /api/pay-links/order': async () => ({ body: { token: (await aFeeLink(app)).token } }),
    'POST /api/pay-links/verify-payment': async () => {
      const { token, orderId } = await anOrderByLink(app)
      return { body: { ...(await app.sandbox.pay(orderId)), token } }
    },
    'POST /complaint/follow/{token}': async () => ({
      params: { token: await aFollowToken(app, await aComplaint(app)) },
      body: { text: 'It is still there.' },
    }),
    'POST /complaint/follow/{token}/reopen': async () => ({
      params: { token: await aFollowToken(app, await aClosedComplaint(app)) },
      body: { text: 'It is back.' },
    }),
    'POST /complaint/follow/{token}/notices/state': async () => ({
      params: { token: await aFollowToken(app, await aComplaint(app)) },
      body: { endpoint: aBrowser(app).endpoint },
    }),
    'PUT /complaint/follow/{token}/notices': async () => ({
      params: { token: await aFollowToken(app, await aComplaint(app)) },
      body: aBrowser(app),
    }),
    'POST /complaint/follow/{token}/notices/stop': async () => ({
      params: { token: await aFollowToken(app, await aComplaint(app)) },
      body: { endpoint: aBrowser(app).endpoint },
    }),
    // For a complaint that exists, a job would write at a moment of its own.
    'POST /complaint/track': async () => ({ body: { reference: NO_COMPLAINT, email: 'nobody-at-all@example.org' } }),
    'POST /complaint/track/code': async () => ({ body: await aClaim(app) }),
    'GET /api/receipts/{token}': async () => {
      const { complaintId } = await aPaidComplaint(app)
      const receiptPath = await findReceiptPath(app.db, 'complaint', complaintId)
      return { params: { token: receiptPath?.split('/').at(-1) ?? '' } }
    },
    'GET /api/receipts/{token}/receipt.pdf': async () => ({
      params: { token: (await aPaidDonation(app, { name: `Giver ${++count}` })).receiptPath.split('/').at(-1) ?? '' },
    }),
    'GET /api/receipts/{token}/first': async () => ({ params: { token: await aCorrectedReceipt(app) } }),
    'GET /api/receipts/{token}/first/receipt.pdf': async () => ({ params: { token: await aCorrectedReceipt(app) } }),
    'GET /api/admin/memberships/reports/membership': async () => ({ query: {} }),
    'GET /api/admin/memberships/reports/membership.csv': async () => ({ query: {} }),
    'GET /api/admin/memberships/reports/payment': async () => ({ query: {} }),
    'GET /api/admin/memberships/reports/payment.csv': async () => ({ query: {} }),
    'GET /api/admin/memberships/reports/membership/months': async () => ({ query: {} }),
    'GET /api/admin/memberships/reports/payment/months': async () => ({ query: {} }),
    'GET /api/admin/memberships/reports/movements.csv': async () => ({
      query: { start_date: '2026-04-01', end_date: '2027-03-31' },
    }),
    'GET /api/admin/memberships/reports/accounts.csv': async () => ({
      query: { start_date: '2026-04-01', end_date: '2027-03-31' },
    }),
    'POST /api/payments/webhook': async () => {
      const body = { event: 'payment.downtime.started', payload: {} }
      const signature = createHmac('sha256', app.provider.webhookSecret).update(JSON.stringify(body)).digest('hex')
      return { body, headers: { 'x-razorpay-signature': signature } }
    },
  }
}

/** The token of a receipt of which there is a corrected copy. */
async function aCorrectedReceipt(app: PayingApp): Promise<string> {
  const { receiptPath } = await aPaidDonation(app, { name: `Misspelt ${++count}` })
  const token = receiptPath.split('/').at(-1) ?? ''
  const corrected = { first_paid_by: 'Misspelled', corrected_at: new Date() }
  await app.db.updateTable('receipts').set(corrected).where('token', '=', token).execute()
  return token
}

async function aBlockedMail(app: PayingApp) {
  const to = `blocked${++count}@example.org`
  await app.db.insertInto('mail_blocks').values({ address_key: to, reason: 'full' }).execute()
  return { params: { id: String(await aFailedMail(app.db, { to })) } }
}
