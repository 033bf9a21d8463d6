import { followCalls } from '@petsetu/contract/complaints/follow.ts'
import { formatReference, parseReference } from '@petsetu/contract/complaints/reference.ts'
import { paths } from '@petsetu/contract/paths.ts'
import { expect, test } from 'vitest'
import { aClaim } from '../../../test/follow.ts'
import { testApp } from '../../../test/harness.ts'
import { lockWaits } from '../../../test/lock-waits.ts'
import { aComplaint, COMPLAINT, payingApp } from '../../../test/paying-app.ts'
import { summaryOf, wrongFieldsOf } from '../../../test/wrong-fields.ts'

const app = await payingApp({}, undefined, { sendsMail: true })
const limited = await testApp({ RATE_LIMITS: 'on' })

type At = Pick<typeof limited, 'fetch'>
const track = (fields: Record<string, string>, { at = app, path = '' }: { at?: At; path?: string } = {}) =>
  at.fetch(paths.trackComplaint.to({}) + path, { method: 'POST', body: new URLSearchParams(fields) })
const open = (fields: Record<string, string>, at: At = app) => track(fields, { at, path: '/code' })
const openAsJson = (body: { reference: string; email: string; code: string }) =>
  app.call(followCalls.openByCode, { body })

/** Returns the text that somebody reads on a page. */
async function readOn(reply: Response): Promise<string> {
  const [, main = ''] = (await reply.text()).split('<main')
  return (main.split('</main>')[0] ?? '').replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')
}

async function aReference(email: string, at: Pick<typeof limited, 'db' | 'fetch'> = app): Promise<string> {
  const id = await aComplaint(at, { email })
  const { created_at: createdAt } = await at.db
    .selectFrom('complaints')
    .select('created_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return formatReference({ id, createdAt })
}

// CASE-2
test('reference and e-mail bring a code by mail, which opens the complaint’s page once', async () => {
  const email = 'track@example.org'
  const reference = await aReference(email)
  const asked = await track({ reference: reference.toLowerCase(), email: email.toUpperCase() })
  expect([asked.status, await readOn(asked)]).toEqual([200, expect.stringContaining('we have sent a code')])
  const mails = async () => (await app.mailsTo(email)).filter(({ subject }) => subject.includes('code'))
  await expect.poll(mails).toHaveLength(1)
  const [mail] = await mails()
  expect(mail?.text).toContain(`Reference: ${reference}`)
  const code = /\d{4} \d{4}/.exec(mail?.text ?? '')?.[0] ?? ''

  expect((await open({ reference, email, code: '0000 0000' })).status).toBe(400)
  const opened = await open({ reference, email, code })
  const path = opened.headers.get('location') ?? ''
  expect([opened.status, path]).toEqual([303, expect.stringMatching(/^\/complaint\/follow\/[\w-]{43}$/)])
  expect(await readOn(await app.fetch(path))).toContain(reference)
  const again = await open({ reference, email, code })
  expect([again.status, await readOn(again)]).toEqual([400, expect.stringContaining('This code does not work.')])
})

// CASE-2
test('a code opens nothing for an address that is corrected away at that moment', async () => {
  const claim = await aClaim(app)
  const id = parseReference(claim.reference)
  const links = async () => (await app.pool.query('select hash from follow_links where complaint_id = $1', [id])).rows
  const before = await links()
  const correcting = await app.pool.connect()
  await correcting.query('begin')
  await correcting.query("update complaints set email = 'right@example.org' where id = $1", [id])
  const opened = openAsJson(claim)
  await expect.poll(() => lockWaits(app.pool)).toBe(1)
  await correcting.query('commit')
  correcting.release()
  expect((await opened).status).toBe(400)
  expect(await links()).toEqual(before)
})

// CASE-2
test('a second press is told that the code was used, and a wrong code is not', async () => {
  const claim = await aClaim(app)
  expect((await openAsJson(claim)).status).toBe(200)
  const again = await openAsJson(claim)
  expect([again.status, again.error.code]).toEqual([400, 'privacy_code_invalid'])
  expect(again.error.message).toContain('It has been used already')
  const wrong = await openAsJson({ ...claim, code: '0000 0000' })
  expect(wrong.error.message).toBe('This code does not work. Please check it, or ask for a new one.')
})

// CASE-2
test('two presses for a code mail the same one, and either opens the complaint', async () => {
  const email = 'pressed-twice@example.org'
  const claim = { reference: await aReference(email), email }
  await Promise.all([track(claim), track(claim)])
  await expect.poll(() => app.mailsTo(email)).toHaveLength(2)
  const codes = (await app.mailsTo(email)).map(({ text }) => /\d{4} \d{4}/.exec(text ?? '')?.[0] ?? '')
  expect(codes[1]).toBe(codes[0])
  expect((await openAsJson({ ...claim, code: codes[0] ?? '' })).status).toBe(200)
})

// CASE-2
test('every address gets the same answer, and only the complaint’s own gets a mail', async () => {
  const email = 'known@example.org'
  const reference = await aReference(email)
  const none = formatReference({ id: 999_999, createdAt: new Date() })
  const claims = [
    { reference, email: 'another@example.org' },
    { reference: none, email },
    { reference, email },
  ]
  const answers = []
  for (const claim of claims) {
    const { status, body } = await app.call(followCalls.sendCode, { body: claim })
    const page = (await readOn(await track(claim))).replaceAll(claim.reference, '')
    const wrong = await openAsJson({ ...claim, code: '1234 5678' })
    answers.push({ status, body, page, wrong: [wrong.status, wrong.error] })
  }
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  // The jobs run in their order, so that the others have run, too.
  await expect.poll(() => app.mailsTo(email)).toHaveLength(2)
  expect(await app.mailsTo('another@example.org')).toEqual([])
})

// CASE-2
test('a reference alone or a wrong one opens nothing; a code is good for one complaint', async () => {
  const [one, other] = [await aClaim(app), await aClaim(app)]
  for (const reference of [one.reference.replace('PS-2', 'PS-1'), '42', '']) {
    const reply = await track({ reference, email: COMPLAINT.email })
    expect([reply.status, await readOn(reply)]).toEqual([
      400,
      expect.stringMatching(/Reference is|This reference is not/),
    ])
  }
  expect((await track({ reference: one.reference, email: '' })).status).toBe(400)
  expect((await openAsJson({ ...one, code: other.code })).status).toBe(400)
  expect((await openAsJson({ ...one, email: 'another@example.org' })).status).toBe(400)
  expect((await openAsJson(one)).status).toBe(200)
})

// CASE-2, LNG-5
test('a reference and a code may be typed with the digits of Hindi and Marathi', async () => {
  const { reference, email, code } = await aClaim(app)
  const typed = (text: string) => text.replaceAll(/\d/g, (digit) => '०१२३४५६७८९'.charAt(Number(digit)))
  expect((await openAsJson({ reference: typed(reference), email, code: typed(code) })).status).toBe(200)
})

// LIT-2
test('each wrong field of the search is marked, and the summary links to its error', async () => {
  const refused = await track({ reference: 'PS-2026-<42>', email: 'meera' })
  const html = await refused.text()
  expect(refused.status).toBe(400)
  expect(wrongFieldsOf(html)).toEqual({
    reference: 'This reference is not right. Please compare it with the email that we sent you.',
    email: 'Invalid email address',
  })
  expect(summaryOf(html)).toBe('')
  expect(html).toContain('value="PS-2026-&lt;42&gt;"')
  expect(html).toContain('value="meera"')
  expect(wrongFieldsOf(await (await app.fetch(paths.trackComplaint.to({}))).text())).toEqual({})
})

// LIT-2
test('a wrong code is marked; what the page of the code hides is told above it', async () => {
  const claim = { reference: await aReference(COMPLAINT.email), email: COMPLAINT.email }
  const wrong = await (await open({ ...claim, code: '0000 0000' })).text()
  expect(wrongFieldsOf(wrong)).toEqual({ code: expect.stringContaining('This code does not work.') })
  const hidden = await (await open({ ...claim, email: 'meera', code: '' })).text()
  expect(wrongFieldsOf(hidden)).toEqual({ code: 'Code is required' })
  expect(summaryOf(hidden)).toBe('Invalid email address')
})

// CASE-2, LNG-2
test('the links to other languages keep the reference after a wrong code, and no email', async () => {
  const claim = { reference: await aReference(COMPLAINT.email), email: COMPLAINT.email }
  const html = await (await open({ ...claim, code: '0000 0000' })).text()
  expect(html).toContain(`href="?reference=${claim.reference}&amp;lang=hi"`)
  const query = `?reference=${claim.reference}&lang=hi`
  const reply = await app.fetch(`${paths.trackComplaint.to({})}/code${query}`)
  expect(reply.headers.get('location')).toBe(paths.trackComplaint.to({}) + query)
})

// CASE-2, LIT-2
test('wrong codes are counted, and then even the right one has to wait', async () => {
  const { code, ...claim } = await aClaim(limited)
  const tries = []
  for (let count = 0; count < 11; count++) tries.push((await open({ ...claim, code: '0000 0000' }, limited)).status)
  expect(tries).toEqual([...Array<number>(10).fill(400), 429])
  const reply = await open({ ...claim, code }, limited)
  expect(reply.status).toBe(429)
  expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
  // It is a problem of no field.
  const html = await reply.text()
  expect([wrongFieldsOf(html), summaryOf(html)]).toEqual([{}, 'Too many attempts. Please try again later.'])
})

// CASE-2, MAIL-3
test('all complaints with addresses of one mailbox bring ten codes an hour', async () => {
  for (let number = 0; number < 4; number++) {
    const email = `box+${number}@example.org`
    const reference = await aReference(email, limited)
    for (let time = 0; time < 3; time++) expect((await track({ reference, email }, { at: limited })).status).toBe(200)
  }
  const jobs = () => limited.pool.query("select from graphile_worker.jobs where task_identifier = 'send-track-code'")
  await expect.poll(async () => (await jobs()).rows.length).toBe(0)
  const { rows } = await limited.pool.query("select from mails where kind = 'track-code' and to_address like 'box+%'")
  expect(rows).toHaveLength(10)
})

// CASE-2
test('the page of the forms fills in the reference of its address', async () => {
  const html = await (await app.fetch(paths.trackComplaint.to({}, { reference: 'PS-2026-00042-K' }))).text()
  expect(html).toContain('value="PS-2026-00042-K"')
})
