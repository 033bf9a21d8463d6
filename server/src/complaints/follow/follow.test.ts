import { COMPLAINT_STATUSES } from '@petsetu/contract/complaints/complaint-statuses.ts'
import { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { followCalls } from '@petsetu/contract/complaints/follow.ts'
import { paths } from '@petsetu/contract/paths.ts'
import { expect, test } from 'vitest'
import { aPng, attachmentFiles } from '../../../test/attachments.ts'
import { anAdmin } from '../../../test/factories.ts'
import { aClosedComplaint, aFollowToken } from '../../../test/follow.ts'
import { aComplaint, aPaidComplaint, COMPLAINT, payingApp } from '../../../test/paying-app.ts'
import { refund } from '../../../test/payment-state.ts'
import { erasePerson } from '../../../test/rights.ts'
import { summaryOf, wrongFieldsOf } from '../../../test/wrong-fields.ts'
import { forgetOld } from '../../people/privacy/erasing/forget-old.ts'
import { listCaseEvents, recordCaseEvent } from '../case-events.ts'
import { FOLLOW_LINK_DAYS } from './follow-links.ts'
import { readFollowedCase } from './followed-case.ts'

const app = await payingApp()
const { db, pool } = app
const admin = await anAdmin(db)
const byAdmin = { role: 'admin', userId: admin.id } as const
const DAY_MS = 24 * 60 * 60 * 1_000

const pageOf = (token: string, init?: RequestInit) => app.fetch(paths.followComplaint.to({ token }), init)
const htmlOf = async (token: string) => (await pageOf(token)).text()
const write = (token: string, text: string) => app.call(followCalls.write, { params: { token }, body: { text } })
const reopen = (token: string, text: string) => app.call(followCalls.reopen, { params: { token }, body: { text } })

/** Sends the form of the page, as a browser does without a script. */
function sendForm(token: string, fields: Record<string, string | Blob>, action = '') {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return app.fetch(paths.followComplaint.to({ token }) + action, { method: 'POST', body: form })
}

const kindsOf = async (id: number) => (await listCaseEvents(db, id)).map(({ kind }) => kind)

// CASE-2
test('the page shows what happened, in order and without a script', async () => {
  const { complaintId: id, checkout } = await aPaidComplaint(app, 250)
  await app.call(complaintCalls.setStatus, { params: { id: String(id) }, body: { status: 'in_progress' } }, admin)
  await recordCaseEvent(db, id, { by: byAdmin, kind: 'note', text: 'We are on <b>our</b> way.' })
  await refund(app, checkout.razorpay_payment_id)
  const reply = await pageOf(await aFollowToken(app, id))
  expect(reply.status).toBe(200)
  expect(reply.headers.get('cache-control')).toBe('no-store')
  expect(reply.headers.get('x-robots-tag')).toBe('noindex')
  expect(reply.headers.get('referrer-policy')).toBe('no-referrer')
  const [html = ''] = (await reply.text()).split('<script type="application/json"')
  const { reference } = await readFollowedCase(db, id)
  const shown = ['Complaint <span', `>${reference}</span></h1>`, 'We are looking into it']
  const events = ['Complaint filed', 'Filing fee of ₹250 received', 'Status: In progress']
  const places = [...shown, ...events, 'Message from us', 'We are on &lt;b&gt;our&lt;/b&gt; way.', '₹250 refunded'].map(
    (text) => html.indexOf(text, html.indexOf('<h1')),
  )
  expect(places).not.toContain(-1)
  expect(places).toEqual(places.toSorted((one, other) => one - other))
})

// CASE-2
test('the page says how far a complaint has come, and by when it is looked into', async () => {
  const { complaintId: id } = await aPaidComplaint(app)
  const token = await aFollowToken(app, id)
  const stepIn = (html: string) => /<span aria-current="step"[^>]*>([^<]*)</.exec(html)?.[1]
  await db.updateTable('complaints').set({ due_on: '2999-11-28' }).where('id', '=', id).execute()
  const waiting = await htmlOf(token)
  expect(stepIn(waiting)).toBe('Received')
  expect(waiting).toContain('>Cruelty, Kothrud, Pune</p>')
  expect(waiting).toContain('We look into it by 28 November 2999 at the latest.')

  await db.updateTable('complaints').set({ due_on: '2026-01-02' }).where('id', '=', id).execute()
  const late = await htmlOf(token)
  expect(late).toContain('It takes longer than we said.')
  expect(late).not.toContain('at the latest')

  await db.updateTable('complaints').set({ due_on: null }).where('id', '=', id).execute()
  await app.call(complaintCalls.setStatus, { params: { id: String(id) }, body: { status: 'in_progress' } }, admin)
  const acting = await htmlOf(token)
  expect(stepIn(acting)).toBe('In progress')
  expect(acting).toContain('We are looking into it.')
  // The history names the state as the steps do.
  expect(acting).toContain('Status: In progress')
  await db.updateTable('complaints').set({ due_on: '2999-11-28' }).where('id', '=', id).execute()
  expect(await htmlOf(token)).toContain('We are looking into it and aim to act by 28 November 2999.')

  await app.call(complaintCalls.setStatus, { params: { id: String(id) }, body: { status: 'closed' } }, admin)
  const ended = await htmlOf(token)
  expect(stepIn(ended)).toBe('Closed')
  expect(ended).not.toContain('We are looking into it')

  const unpaidToken = await aFollowToken(app, await aComplaint(app))
  const unpaid = await htmlOf(unpaidToken)
  expect(unpaid).toContain('The filing fee is not paid yet.')
  expect(unpaid).toContain(`href="${paths.payComplaint.to({})}#${unpaidToken}"`)
  expect(stepIn(unpaid)).toBeUndefined()
})

// CASE-2, CMP-10
test.each(COMPLAINT_STATUSES)('a complaint that is %s is at one of the steps on its page', async (status) => {
  const { complaintId: id } = await aPaidComplaint(app)
  await db.updateTable('complaints').set({ status }).where('id', '=', id).execute()
  expect((await htmlOf(await aFollowToken(app, id))).match(/<span aria-current="step"/g)).toHaveLength(1)
})

// CASE-2
test('internal notes, assignees and names of admins are in no page and in no answer', async () => {
  const id = await aComplaint(app)
  await recordCaseEvent(db, id, { by: byAdmin, kind: 'note', text: 'Kept among us', internal: true })
  await recordCaseEvent(db, id, { by: byAdmin, kind: 'assign', after: admin.id })
  await recordCaseEvent(db, id, { by: byAdmin, kind: 'note', text: 'Said to her' })
  const token = await aFollowToken(app, id)
  const { body } = await write(token, 'Thank you')
  for (const seen of [await htmlOf(token), JSON.stringify(body)]) {
    expect(seen).toContain('Said to her')
    for (const hidden of ['Kept among us', 'assign', admin.username]) expect(seen).not.toContain(hidden)
  }
})

// CASE-2
test('the complainant adds a note and a file; a second click adds nothing', async () => {
  const id = await aComplaint(app)
  const token = await aFollowToken(app, id)
  const files = (await attachmentFiles(app)).length
  const file = new File([new Uint8Array(aPng())], 'her.png')
  const page = paths.followComplaint.to({ token })
  for (const [fields, next] of [
    [{ text: 'It is still there.' }, `${page}#newest`],
    [{ text: 'It is still there.', file }, `${page}#newest`],
    [{ text: 'It is still there.', file }, `${page}?known=file#newest`],
    [{ file }, `${page}?known=file#newest`],
  ] as const) {
    const reply = await sendForm(token, fields)
    expect([reply.status, reply.headers.get('location')]).toEqual([303, next])
  }
  const known = await (await app.fetch(`${page}?known=file`)).text()
  expect(known).toContain('You have sent this file before: it is already in the history.')
  expect(await htmlOf(token)).not.toContain('You have sent this file before')
  expect(await kindsOf(id)).toEqual(['filed', 'note', 'file'])
  expect(await htmlOf(token)).toMatch(/You wrote.*It is still there\..*<li id="newest"[^>]*><p[^>]*>You sent a file/s)
  const stored = await db.selectFrom('complaint_files').selectAll().where('complaint_id', '=', id).execute()
  expect(stored).toMatchObject([{ by_role: 'complainant', type: 'image/png' }])
  const kept = stored.flatMap(({ name, original_name: original }) => (original === null ? [name] : [name, original]))
  expect(await attachmentFiles(app)).toHaveLength(files + kept.length)
})

// CASE-2
test('an empty note, a wrong file and too long a text are refused with the form kept', async () => {
  const id = await aComplaint(app)
  const token = await aFollowToken(app, id)
  const files = await attachmentFiles(app)
  const page = new File(['<html>'], 'page.html')
  for (const [fields, status, said] of [
    [{ text: ' ' }, 400, 'Message is required'],
    [{ text: 'Look at this', file: page }, 415, 'Look at this</textarea>'],
    [{ text: 'x'.repeat(2_001) }, 400, 'at most 2000 characters'],
  ] as const) {
    const reply = await sendForm(token, fields)
    expect([reply.status, await reply.text()]).toEqual([status, expect.stringContaining(said)])
  }
  expect(await kindsOf(id)).toEqual(['filed'])
  expect(await attachmentFiles(app)).toEqual(files)
})

// LIT-2
test('a wrong note or file is marked in the form, and the summary links to its error', async () => {
  const token = await aFollowToken(app, await aComplaint(app))
  const long = await (await sendForm(token, { text: 'x'.repeat(2_001) })).text()
  expect(wrongFieldsOf(long)).toEqual({ text: 'Message must be at most 2000 characters long' })
  expect(summaryOf(long)).toBe('')
  const page = new File(['<html>'], 'page.html')
  const wrong = await (await sendForm(token, { text: 'Look at this', file: page })).text()
  expect(wrongFieldsOf(wrong)).toEqual({ file: expect.stringContaining('PDF') })
  const large = new File([new Uint8Array(6 * 1024 * 1024)], 'large.pdf')
  const tooLarge = await (await sendForm(token, { text: 'Look at this', file: large })).text()
  expect(wrongFieldsOf(tooLarge)).toEqual({ file: 'The file must be 5MB or smaller.' })
  expect(wrongFieldsOf(await htmlOf(token))).toEqual({})
  const open = await (await sendForm(token, { text: 'Again' }, '/reopen')).text()
  expect(wrongFieldsOf(open)).toEqual({})
  expect(summaryOf(open)).not.toBe('')
})

// CASE-2, CASE-3
test('a closed complaint opens again for thirty days, and later leads to a new one', async () => {
  const id = await aClosedComplaint(app, new Date(Date.now() - 29 * DAY_MS))
  const token = await aFollowToken(app, id)
  expect(await htmlOf(token)).toContain('Reopen the complaint')
  expect((await reopen(token, ' ')).status).toBe(400)
  const clicks = await Promise.all([reopen(token, 'It is back.'), reopen(token, 'It is back.')])
  expect(clicks.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await kindsOf(id)).toEqual(['filed', 'status', 'reopen', 'status'])
  const { status } = await db.selectFrom('complaints').select('status').where('id', '=', id).executeTakeFirstOrThrow()
  expect(status).toBe('pending')
  expect(await htmlOf(token)).toMatch(/You reopened the complaint.*It is back\..*Status: Pending/s)
  const mails = await db.selectFrom('mails').select('subject').where('about', '=', `complaint ${id}`).execute()
  expect(mails).toEqual([{ subject: `Your complaint ${id}: Pending` }])

  const late = await aClosedComplaint(app, new Date(Date.now() - 31 * DAY_MS))
  const lateToken = await aFollowToken(app, late)
  const html = await htmlOf(lateToken)
  expect(html).toContain('file a new complaint</a> and mention PS-')
  expect(html).not.toContain('Reopen the complaint')
  const refused = await reopen(lateToken, 'It is back.')
  expect([refused.status, refused.error.code]).toEqual([409, 'case_closed_too_long'])
  expect((await reopen(await aFollowToken(app, await aComplaint(app)), 'Now')).error.code).toBe('case_is_open')
})

// CASE-2, LIT-2
test('a second press that opens a complaint again is no error, other words are', async () => {
  const id = await aClosedComplaint(app)
  const token = await aFollowToken(app, id)
  for (let press = 0; press < 2; press++) {
    const reply = await sendForm(token, { text: ' It is back. ' }, '/reopen')
    const page = `${paths.followComplaint.to({ token })}#newest`
    expect([reply.status, reply.headers.get('location')]).toEqual([303, page])
  }
  expect(await kindsOf(id)).toEqual(['filed', 'status', 'reopen', 'status'])
  const other = await sendForm(token, { text: 'It has stopped.' }, '/reopen')
  expect([other.status, await other.text()]).toEqual([409, expect.stringContaining('It has stopped.</textarea>')])
  await write(token, 'It has stopped.')
  expect((await sendForm(token, { text: 'It is back.' }, '/reopen')).status).toBe(409)
})

// CASE-2, CASE-5
test('a merged complaint shows of the other only reference, state and our messages', async () => {
  const first = await aComplaint(app)
  const second = await aClosedComplaint(app)
  await db.updateTable('complaints').set({ duplicate_of: first }).where('id', '=', second).execute()
  await recordCaseEvent(db, second, { by: byAdmin, kind: 'merge', after: first })
  await recordCaseEvent(db, first, { by: byAdmin, kind: 'note', text: 'We come at five' })
  await recordCaseEvent(db, first, { by: byAdmin, kind: 'note', text: 'For admins alone', internal: true })
  await recordCaseEvent(db, first, { by: { role: 'complainant' }, kind: 'note', text: 'From the first alone' })
  await app.call(complaintCalls.setStatus, { params: { id: String(first) }, body: { status: 'resolved' } }, admin)
  await recordCaseEvent(db, first, { by: byAdmin, kind: 'outcome', after: 'rescued' })
  const token = await aFollowToken(app, second)
  const html = await htmlOf(token)
  expect(html).toMatch(/Joined with another complaint.*Status: Resolved.*Outcome: Animal rescued/s)
  const { reference } = await readFollowedCase(db, first)
  expect(html).toContain(reference)
  expect(html).toMatch(/>Status: Resolved<\/p><p>Joined with PS-/)
  expect(html).toContain('We come at five')
  expect(html).not.toMatch(/For admins alone|From the first alone/)
  expect((await reopen(token, 'It is back.')).error.code).toBe('case_merged')
})

// CASE-2
test('a link is stored as a hash and ends after a year or with the erasure', async () => {
  const email = 'leaves@example.org'
  const [id, other] = [await aComplaint(app, { email }), await aComplaint(app)]
  const [token, kept] = [await aFollowToken(app, id), await aFollowToken(app, other)]
  const rows = await pool.query<{ row: string }>('select follow_links::text as row from follow_links')
  expect(rows.rows.map(({ row }) => row).join()).not.toContain(token)
  await erasePerson(app, { email })
  for (const wrong of [token, 'x'.repeat(43), 'short', `${kept}x`]) {
    const reply = await pageOf(wrong)
    expect([reply.status, await reply.text()]).toEqual([404, expect.stringContaining('This link does not work')])
    expect((await sendForm(wrong, { text: 'Hello' })).status).toBe(wrong.length === 43 ? 404 : 400)
  }
  expect((await pageOf(kept)).status).toBe(200)
  await pool.query('update follow_links set created_at = now() - make_interval(days => $1)', [FOLLOW_LINK_DAYS])
  expect((await pageOf(kept)).status).toBe(404)
  await forgetOld(app)
  expect(await db.selectFrom('follow_links').selectAll().execute()).toEqual([])
})

// JRN-3
test('filing a complaint answers the link to its page, which works at once', async () => {
  const form = new FormData()
  for (const [name, value] of Object.entries(COMPLAINT)) form.set(name, String(value))
  const reply = await app.fetch('/api/complaints/submit', { method: 'POST', body: form })
  const { data } = (await reply.json()) as { data: { reference: string; follow_path: string } }
  expect(data.follow_path).toMatch(/^\/complaint\/follow\/[\w-]{43}$/)
  const token = data.follow_path.split('/').at(-1) ?? ''
  expect(await htmlOf(token)).toContain(`>${data.reference}</span></h1>`)
})
