import http from 'node:http'
import { accountCalls, deviceCalls } from '@petsetu/contract/people/account.ts'
import { authCalls } from '@petsetu/contract/people/auth.ts'
import { grievanceCalls } from '@petsetu/contract/people/grievances.ts'
import { membershipCalls } from '@petsetu/contract/supporters/memberships.ts'
import { expect, test } from 'vitest'
import { aPdf } from '../../../test/attachments.ts'
import { anAdmin, aPet, aPlan, aUser, PASSWORD } from '../../../test/factories.ts'
import { testApp } from '../../../test/harness.ts'
import { lockWaits } from '../../../test/lock-waits.ts'
import { APPLICANT, COMPLAINT, holdClocks, submit } from '../../../test/paying-app.ts'
import { aPetWithPhotos } from '../../../test/photos.ts'
import { readZip } from '../../../test/read-zip.ts'
import { aProtectedUser } from '../../../test/second-factor.ts'
import { confirmEmail } from '../users/account-details.ts'

const app = await testApp({ RATE_LIMITS: 'on' })
// The work of every minute would wait for the table of pets as well, and be counted.
await holdClocks(app)

type Signed = { token: string }

const download = (as: Signed | null) =>
  app.fetch(accountCalls.downloadData.path, {
    method: 'POST',
    headers: as ? { authorization: `Bearer ${as.token}` } : {},
  })

/** The files of a download, whose data is read as JSON. */
async function downloaded(as: Signed) {
  const reply = await download(as)
  expect(reply.status).toBe(200)
  const { 'data.json': json, ...files } = await readZip(new Uint8Array(await reply.arrayBuffer()))
  return { data: JSON.parse(String(json)) as Record<string, Record<string, unknown>[]>, json: String(json), files }
}

/** Holds back every download that has begun, until the returned function is called. */
async function holdDownloads(): Promise<() => Promise<void>> {
  const client = await app.pool.connect()
  await client.query('begin; lock table pets in access exclusive mode')
  return async () => {
    await client.query('rollback')
    client.release()
  }
}

const waiting = () => lockWaits(app.pool)

// ACC-5, ACC-6
test('the data of an account with a second factor is downloaded only with a code of it', async () => {
  const user = await aProtectedUser(app)
  const reply = await download(user)
  expect([reply.status, ((await reply.json()) as { code: string }).code]).toEqual([400, 'code_needed'])
  const { status } = await app.call(accountCalls.downloadData, { body: { code: user.recoveryCodes[0] } }, user)
  expect(status).toBe(200)
})

// ACC-5
test('a person downloads what is stored about the account, without any secret', async () => {
  const [user, other] = [await aUser(app.db), await aUser(app.db)]
  const pet = await aPet(app.db, user, { petName: 'Kalpana-Moti' })
  await aPet(app.db, other, { petName: 'Moti of somebody else' })
  const { id: plan_id } = await aPlan(app.db, { price: 0 })
  await app.call(membershipCalls.register, { body: { ...APPLICANT, plan_id } }, user)

  const reply = await download(user)
  expect(Object.fromEntries(reply.headers)).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': 'attachment; filename="petsetu-data.zip"',
    'cache-control': 'no-store',
  })
  await reply.arrayBuffer()
  const { data, json, files } = await downloaded(user)
  expect(files).toEqual({})
  expect(data).toMatchObject({
    account: [{ id: user.id, username: user.username, email: user.email }],
    sessions: [{ id: expect.any(Number), browser: null, system: null }],
    pets: [{ pet_id: pet.petId, pet_name: 'Kalpana-Moti' }],
    memberships: [{ why_join: APPLICANT.why_join }],
    missing_files: [],
  })
  for (const secret of ['$argon2id$', 'token_hash', user.token, other.username, 'somebody else'])
    expect(json).not.toContain(secret)
})

// ACC-5
test('a sign-up with an unconfirmed address gets nothing that was written with it', async () => {
  const stranger = await aUser(app.db)
  const fields = { email: stranger.email, fullname: 'The victim', phone: COMPLAINT.phone }
  await submit(app, { fields, file: { bytes: aPdf(), name: 'proof.pdf' } })
  const { id: plan_id } = await aPlan(app.db, { price: 0 })
  const applicant = { ...APPLICANT, email: stranger.email, name: 'The victim', plan_id }
  await app.call(membershipCalls.register, { body: applicant })

  const { data, json, files } = await downloaded(stranger)
  expect([data.complaints, data.memberships, data.payments, data.mails, files]).toEqual([[], [], [], [], {}])
  expect(json).not.toContain('victim')
})

// ACC-5
test('a confirmed address adds what was written with it, but nothing of other accounts', async () => {
  const [user, other] = [await aUser(app.db), await aUser(app.db)]
  const fields = { email: user.email.toUpperCase(), fullname: 'Radhika as a visitor' }
  await submit(app, { fields, file: { bytes: aPdf(), name: 'proof.pdf' } })
  const register = async (name: string, as: Signed | null) => {
    const { id: plan_id } = await aPlan(app.db, { price: 0 })
    await app.call(membershipCalls.register, { body: { ...APPLICANT, email: user.email, name, plan_id } }, as)
  }
  await register('Bought as a visitor', null)
  await register('Bought by another account', other)
  const said = {
    kind: 'other',
    way: 'call',
    language: 'en',
    name: 'Radhika',
    email: user.email,
    text: 'Nobody answered',
  } as const
  await app.call(grievanceCalls.enter, { body: said }, await anAdmin(app.db, ['privacy']))
  await confirmEmail(app.db, user.id)

  const { data, json, files } = await downloaded(user)
  expect(data).toMatchObject({
    grievances: [{ text: 'Nobody answered' }],
    complaints: [{ fullname: 'Radhika as a visitor' }],
    memberships: [{ name: 'Bought as a visitor' }],
  })
  expect(Object.entries(files)).toEqual([[data.complaints?.[0]?.file, aPdf()]])
  expect(json).not.toContain('another account')
})

// ACC-5, PHO-2
test('the photos of a person’s pets are among the files', async () => {
  const [user, other] = [await aUser(app.db), await aUser(app.db)]
  const { photos } = await aPetWithPhotos(app, user, 1)
  await aPetWithPhotos(app, other, 1)
  const { data, files } = await downloaded(user)
  const large = await (await app.fetch(photos[0]?.urls.large ?? '')).arrayBuffer()
  expect(Object.entries(files)).toEqual([[data.photos?.[0]?.file, Buffer.from(large)]])
})

// ACC-5
test('the data leaves out what mails say, so that their links stay in the mailbox', async () => {
  const user = await aUser(app.db)
  const body = { currentPassword: PASSWORD, newPassword: 'marigold-8' }
  expect((await app.call(authCalls.changePassword, { body }, user)).status).toBe(204)
  await app.pool.query(
    "update mails set text = 'canary-token', html = 'canary-token', action_path = 'canary-token', unsubscribe_token = 'canary-token'",
  )
  const { data, json } = await downloaded(user)
  expect(data.mails).toMatchObject([{ kind: 'password-changed', to_address: user.email }])
  expect(json).not.toContain('canary-token')
})

// ACC-5
test('an account downloads three times an hour, whatever its address; others still can', async () => {
  const [user, other] = [await aUser(app.db), await aUser(app.db)]
  for (let count = 0; count < 3; count++) await downloaded(user)
  const refused = await download(user)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60)
  expect(await refused.json()).toMatchObject({ code: 'too_many_attempts' })
  await downloaded(other)
})

// ACC-5
test('an account downloads once at a time, a node four times; rejects do not count', async () => {
  const [first, second, third, fourth, fifth] = await Promise.all([
    aUser(app.db),
    aUser(app.db),
    aUser(app.db),
    aUser(app.db),
    aUser(app.db),
  ])
  const release = await holdDownloads()
  const running = [first, second, third, fourth].map(download)
  await expect.poll(waiting).toBe(4)
  const again = await download(first)
  expect([again.status, again.headers.get('retry-after')]).toEqual([429, '30'])
  expect((await download(fifth)).status).toBe(503)
  // Everything else is served meanwhile.
  expect((await app.call(deviceCalls.list, {}, first)).status).toBe(200)
  await release()
  for (const reply of await Promise.all(running)) await readZip(new Uint8Array(await reply.arrayBuffer()))
  for (const user of [first, first, fifth, fifth, fifth]) await downloaded(user)
})

// ACC-5
test('a client that leaves frees its place at once', async () => {
  const user = await aUser(app.db)
  const release = await holdDownloads()
  const left = http.request(`${app.url}${accountCalls.downloadData.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${user.token}` },
  })
  left.on('error', () => {}).end()
  await expect.poll(waiting).toBe(1)
  left.destroy()
  await release()
  await expect.poll(async () => (await download(user)).status).toBe(200)
})
