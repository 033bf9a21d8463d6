import { followCalls } from '@petsetu/contract/complaints/follow.ts'
import { formatReference } from '@petsetu/contract/complaints/reference.ts'
import { type MailKind, mailCalls } from '@petsetu/contract/office/mails.ts'
import { foundCalls } from '@petsetu/contract/pets/found.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aConfirmedUser, aFailedMail, anAdmin, aPet, aUser } from '../../../test/factories.ts'
import { aFoundReport } from '../../../test/found.ts'
import { BOUNCE_SECRET, testApp } from '../../../test/harness.ts'
import { aLostPet } from '../../../test/lost.ts'
import { startMailCatcher } from '../../../test/mail-catcher.ts'
import { outbox } from '../../platform/mail/outbox.ts'
import { sendHeld } from './mail-routes.ts'

const catcher = await startMailCatcher()
const app = await testApp({}, undefined, { smtpUrl: catcher.smtpUrl })
const admin = await anAdmin(app.db)

const enqueueMail = outbox(() => app.config, { isHeld: false })
let count = 0

/** Queues a mail to this address. */
function queue(to: string, path = '/account'): Promise<void> {
  const action = { label: 'Show', path }
  const content = { subject: `News for ${to}`, paragraphs: ['News.'], why: 'You asked for it.', action }
  const mail = { kind: 'password-changed', about: `queued ${++count}`, to, language: 'en', content } as const
  return app.db.transaction().execute((transaction) => enqueueMail(transaction, mail))
}

async function listed(query: { state?: 'waiting' | 'held' | 'failed' | 'sent'; page?: string; limit?: string } = {}) {
  const { body } = await app.call(mailCalls.listAll, { query }, admin)
  return body
}

const mailTo = async (to: string) => (await listed({ limit: '100' })).data.find((mail) => mail.to_address === to)

const act = (call: typeof mailCalls.sendAgain | typeof mailCalls.unblock, id: number) =>
  app.call(call, { params: { id: String(id) } }, admin)

const bounce = (email: string, secret: string) =>
  app.call(mailCalls.reportBounce, { body: { email, reason: 'Mailbox\r\nfull' } }, null, {
    authorization: `Bearer ${secret}`,
  })

// MAIL-5
test('an unreachable address is shown with the server’s words and can be unblocked', async () => {
  const to = 'refused@example.org'
  await catcher.fault({ fault: 'reject', to })
  await queue(to)
  await expect.poll(() => mailTo(to)).toMatchObject({ state: 'failed', failure: 'refused', is_blocked: true })
  const mail = await mailTo(to)
  expect(mail?.server_reply).toMatch(/^550 /)
  await catcher.fault()

  const id = mail?.id ?? 0
  expect(await act(mailCalls.sendAgain, id)).toMatchObject({ status: 409, error: { code: 'address_blocked' } })
  expect((await act(mailCalls.unblock, id)).body.data).toMatchObject({ is_blocked: false, state: 'failed' })
  expect((await act(mailCalls.sendAgain, id)).body.data).toMatchObject({ state: 'waiting', failure: null })
  await expect.poll(() => mailTo(to)).toMatchObject({ state: 'sent' })
  expect(await catcher.mails(to)).toHaveLength(1)
  expect(await act(mailCalls.sendAgain, id)).toMatchObject({ status: 409, error: { code: 'mail_not_waiting' } })
  for (const event of ['mail-sent-again', 'address-unblocked']) {
    expect(app.logged()).toContain(`"event":"${event}","mailId":${id},"actorId":${admin.id}`)
  }
})

// MAIL-3, MAIL-5
test('after a bad day an admin unblocks all addresses that were blocked since then', async () => {
  await app.pool.query(`
    insert into mail_blocks (address_key, reason, blocked_at)
    select name || '@bad-day.example', '550 no', now() + make_interval(hours => hour)
    from (values ('before', 1), ('first', 2), ('second', 3), ('third', 4)) as blocks (name, hour)`)
  const first = await aFailedMail(app.db, { to: 'first@bad-day.example' })
  const unblock = () => app.call(mailCalls.unblockSince, { params: { id: String(first) } }, admin)
  expect((await unblock()).body.data).toEqual({ unblocked: 3 })
  const left = () => app.pool.query("select address_key from mail_blocks where address_key like '%bad-day.example'")
  expect((await left()).rows).toEqual([{ address_key: 'before@bad-day.example' }])
  expect((await unblock()).body.data).toEqual({ unblocked: 0 })
})

// MAIL-5
test('a mail that is sent again after its day has another day', async () => {
  const to = 'later@example.org'
  const id = await aFailedMail(app.db, { to })
  await app.pool.query("update mails set created_at = now() - interval '3 days' where id = $1", [id])
  await catcher.fault({ fault: 'refuse', to })
  await act(mailCalls.sendAgain, id)
  await expect.poll(() => mailTo(to)).toMatchObject({ state: 'waiting', failure: 'deferred', attempts: 1 })
  await catcher.fault()
})

// MAIL-5
test('a mail whose text is gone cannot be sent again; an unknown one is 404', async () => {
  const id = await aFailedMail(app.db)
  await app.pool.query('update mails set subject = null, text = null, html = null where id = $1', [id])
  expect(await act(mailCalls.sendAgain, id)).toMatchObject({ status: 409, error: { code: 'mail_text_deleted' } })
  for (const call of [mailCalls.sendAgain, mailCalls.unblock]) expect((await act(call, 999_999)).status).toBe(404)
})

// MAIL-5
test('the lists show waiting, held and failed mails, and a month’s sent, newest first', async () => {
  const ids = { held: 0, sent: 0, old: 0 }
  ids.held = await aFailedMail(app.db, { state: 'held' })
  ids.sent = await aFailedMail(app.db, { state: 'sent' })
  ids.old = await aFailedMail(app.db, { state: 'sent' })
  await app.pool.query("update mails set created_at = now() - interval '31 days' where id = $1", [ids.old])
  const shown = async (state?: 'held' | 'sent') => (await listed({ limit: '100', ...(state && { state }) })).data
  expect((await shown('held')).map(({ id }) => id)).toEqual([ids.held])
  const sent = (await shown('sent')).map(({ id }) => id)
  expect(sent).toContain(ids.sent)
  expect(sent).not.toContain(ids.old)
  const all = (await shown()).map(({ created_at }) => created_at)
  expect(all).toEqual(all.toSorted().reverse())
  const first = await listed({ limit: '1' })
  expect(first.data).toHaveLength(1)
  expect(first.pagination).toMatchObject({ page: 1, limit: 1, total: all.length, last_page: all.length })
  expect(first.summary.held).toBe(1)
})

// MAIL-5
test('the month of a sent mail begins when it was sent, however long it was held', async () => {
  const [late, old] = [await aFailedMail(app.db, { state: 'sent' }), await aFailedMail(app.db, { state: 'sent' })]
  const sentDaysAgo = (id: number, days: number) =>
    app.pool.query(
      "update mails set created_at = now() - interval '45 days', sent_at = now() - make_interval(days => $1) where id = $2",
      [days, id],
    )
  await sentDaysAgo(late, 29)
  await sentDaysAgo(old, 31)
  const ids = (await listed({ limit: '100', state: 'sent' })).data.map(({ id }) => id)
  expect(ids).toContain(late)
  expect(ids).not.toContain(old)
})

// MAIL-5
test('a held mail shows its link, and other mails show none', async () => {
  const [held, failed] = [await aFailedMail(app.db, { state: 'held' }), await aFailedMail(app.db)]
  const { data } = await listed({ limit: '100' })
  expect(data.find(({ id }) => id === held)?.link).toBe(`${app.config.publicUrl}/account`)
  expect(data.find(({ id }) => id === failed)?.link).toBeNull()
})

// MAIL-5, DSK-5
test('a mail names the account that has its address, to admins who see accounts', async () => {
  const { id, username, email } = await aUser(app.db)
  const mailId = await aFailedMail(app.db, { to: email })
  const shownTo = async (by: typeof admin) => {
    const { body } = await app.call(mailCalls.listAll, { query: { state: 'failed', limit: '100' } }, by)
    return body.data.find((mail) => mail.id === mailId)
  }
  expect(await shownTo(admin)).toMatchObject({ account: { id, username } })
  expect(await shownTo(await anAdmin(app.db, ['settings']))).toMatchObject({ to_address: email, account: null })
})

// CASE-5
test('a mail with the code to a complaint shows nothing of a withheld complainant', async () => {
  const email = 'tracks-secretly@example.org'
  const { rows } = await app.pool.query<{ id: number; created_at: Date }>(
    `insert into complaints (fullname, email, phone, type_of_complaint, location_of_incident, date_of_incident, description, withhold_name)
    values ('Secret', $1, '1', 'Cruelty', 'Pune', '2026-01-01', 'A dog', true) returning id, created_at`,
    [email],
  )
  const reference = formatReference({ id: rows[0]?.id ?? 0, createdAt: rows[0]?.created_at ?? new Date() })
  await app.call(followCalls.sendCode, { body: { reference, email } })
  const withheld = async () => (await listed({ limit: '100' })).data.filter((mail) => mail.is_address_withheld)
  await expect
    .poll(async () => (await withheld()).map(({ subject }) => subject))
    .toContain('Your code to open your complaint')
  expect(JSON.stringify((await listed({ limit: '100' })).data)).not.toContain(email)
})

// CASE-5
test('the address of somebody whose name is withheld is not shown, and others are', async () => {
  const { rows } = await app.pool.query(
    `insert into complaints (fullname, email, phone, type_of_complaint, location_of_incident, date_of_incident, description, withhold_name)
    select 'Secret', 'secret@example.org', '1', 'Cruelty', 'Pune', '2026-01-01', 'A dog', withheld
    from unnest(array[true, false]) withheld returning id`,
  )
  const mails = []
  for (const about of [...rows.map(({ id }) => `complaint ${id}`), 'payment 1', 'complaint of nobody']) {
    const id = await aFailedMail(app.db, { to: 'secret@example.org' })
    await app.pool.query(
      "update mails set about = $2, step = 'x' || id, last_error = '550 secret@example.org' where id = $1",
      [id, about],
    )
    mails.push(id)
  }
  const { data } = await listed({ limit: '100' })
  const shown = mails.map((id) => data.find((mail) => mail.id === id))
  const open = { to_address: 'secret@example.org', is_address_withheld: false, server_reply: '550 secret@example.org' }
  expect(shown).toMatchObject([{ to_address: '', is_address_withheld: true, server_reply: null }, open, open, open])
  expect((await act(mailCalls.unblock, mails[0] ?? 0)).body.data).toMatchObject({ to_address: '', server_reply: null })

  // The link of a held mail may lead to the receipt, which has the name.
  await app.pool.query("update mails set state = 'held', action_path = '/receipt/secret' where id = any($1)", [mails])
  const held = (await listed({ state: 'held', limit: '100' })).data
  const link = `${app.config.publicUrl}/receipt/secret`
  expect(mails.map((id) => held.find((mail) => mail.id === id)?.link)).toEqual([null, link, link, link])
})

// Before the tests with nodes that have no mail server, which would hold the mails again.
// MAIL-5
test('held mails are sent all at once, the oldest first, as many as a call may', async () => {
  await app.pool.query("delete from mails where state = 'held'")
  const ids: number[] = []
  for (let position = 0; position < 6; position++)
    ids.push(await aFailedMail(app.db, { state: 'held', to: `held${position}@example.org` }))
  const [textless, blocked, ...sendable] = ids
  await app.pool.query('update mails set html = null where id = $1', [textless])
  await app.pool.query("insert into mail_blocks (address_key, reason) values ('held1@example.org', 'full')")
  const failed = (await listed({ state: 'failed' })).pagination.total

  const held = async () =>
    (await app.pool.query("select id from mails where state = 'held' order by id")).rows.map(({ id }) => id)
  expect(await sendHeld(app.db, 3)).toEqual({ queued: 3, has_more: true })
  expect(await held()).toEqual([textless, blocked, sendable[3]])
  const send = () => app.call(mailCalls.sendHeld, {}, admin)
  expect((await send()).body.data).toEqual({ queued: 1, has_more: false })
  expect((await send()).body.data).toEqual({ queued: 0, has_more: false })
  expect(await held()).toEqual([textless, blocked])
  expect(app.logged()).toContain(`"event":"held-mails-sent","count":1,"actorId":${admin.id}`)
  for (const position of [2, 3, 4, 5]) {
    const to = `held${position}@example.org`
    await expect.poll(() => mailTo(to)).toMatchObject({ state: 'sent' })
    expect(await catcher.mails(to)).toHaveLength(1)
  }
  expect((await listed({ state: 'failed' })).pagination.total).toBe(failed)
})

// MAIL-5
test('of the held mails, no expired links and no old news of a pet are sent', async () => {
  await app.pool.query("delete from mails where state = 'held'")
  const owner = await aConfirmedUser(app.db)
  const [lost, home] = [await aLostPet(app.db, owner), await aPet(app.db, owner)]
  const { id: open } = await aFoundReport(app, owner)
  const { id: closed } = await aFoundReport(app, owner)
  const { id: read } = await aFoundReport(app, owner)
  await app.call(foundCalls.close, { params: { id: String(closed) } }, owner)
  await app.call(foundCalls.markRead, { params: { id: String(read) } }, owner)
  const hour = 60
  const day = 24 * hour
  const held = async (kind: MailKind, about: string, minutes: number) => {
    const id = await aFailedMail(app.db, { state: 'held' })
    await app.pool.query(
      `update mails set kind = $2, about = $3, step = 'held ' || id, created_at = now() - make_interval(mins => $4)
      where id = $1`,
      [id, kind, about, minutes],
    )
    return id
  }
  const needed = [
    await held('reset-password', 'user 1', 20),
    await held('confirm-email', 'user 1', 6 * day),
    await held('lost-scan', `pet ${lost.id}`, 2 * hour),
    await held('pet-found', `found ${open}`, 20 * day),
    await held('refund', 'payment 1', 20 * day),
  ]
  const needless = [
    await held('reset-password', 'user 2', 40),
    await held('confirm-email', 'user 2', 8 * day),
    await held('track-code', 'complaint 1', 20 * day),
    await held('privacy-code', 'privacy-code', 20 * day),
    await held('lost-scan', `pet ${lost.id}`, 2 * day),
    await held('lost-scan', `pet ${home.id}`, 2 * hour),
    await held('pet-found', `found ${closed}`, 1),
    await held('found-message', `found ${read}`, hour),
    await held('found-message', 'found 999999', hour),
  ]
  expect((await app.call(mailCalls.sendHeld, {}, admin)).body.data).toEqual({ queued: needed.length, has_more: false })
  const { rows } = await app.pool.query(
    "select id from mails where state = 'failed' and failure = 'unwanted' order by id",
  )
  expect(rows.map(({ id }) => id)).toEqual(needless)
  const sent = () => app.pool.query("select 1 from mails where state = 'sent' and id = any($1)", [needed])
  await expect.poll(async () => (await sent()).rows.length).toBe(needed.length)
})

// MAIL-5
test('two admins who send the held mails at the same moment send each once', async () => {
  const ids: number[] = []
  for (let position = 0; position < 10; position++)
    ids.push(await aFailedMail(app.db, { state: 'held', to: `twice${position}@example.org` }))
  const replies = await Promise.all([1, 2].map(() => app.call(mailCalls.sendHeld, {}, admin)))
  expect(replies.reduce((sum, { body }) => sum + body.data.queued, 0)).toBe(10)
  const sent = () => app.pool.query("select 1 from mails where state = 'sent' and id = any($1)", [ids])
  await expect.poll(async () => (await sent()).rows.length).toBe(10)
  for (let position = 0; position < 10; position++)
    expect(await catcher.mails(`twice${position}@example.org`)).toHaveLength(1)
})

// MAIL-3
test('a late bounce blocks the address and ends what waits for it, in any letter case', async () => {
  const to = 'bounced@example.org'
  await catcher.fault({ fault: 'refuse', to })
  await queue(to)
  await expect.poll(() => mailTo(to)).toMatchObject({ state: 'waiting', failure: 'deferred' })
  // The next attempt comes long after the bounce.
  await app.pool.query(
    `update graphile_worker._private_jobs set run_at = now() + interval '1 hour' where payload->>'mailId' = $1`,
    [String((await mailTo(to))?.id)],
  )
  expect((await bounce('Bounced@Example.org', BOUNCE_SECRET)).status).toBe(200)
  expect(await mailTo(to)).toMatchObject({
    state: 'failed',
    failure: 'blocked',
    server_reply: 'Mailbox full',
    is_blocked: true,
  })
  await catcher.fault()
  await queue(to)
  await expect.poll(() => mailTo(to)).toMatchObject({ state: 'failed', failure: 'blocked' })
  expect(await catcher.mails(to)).toEqual([])
})

// MAIL-3
test('a bounce with a wrong secret, or where none is set, is 401 and changes nothing', async () => {
  const blocks = () => app.db.selectFrom('mail_blocks').select(sql<number>`count(*)`.as('count')).execute()
  const before = await blocks()
  for (const secret of ['', 'wrong', `${BOUNCE_SECRET}x`]) {
    expect(await bounce('nobody@example.org', secret)).toMatchObject({ status: 401, error: { code: 'wrong_secret' } })
  }
  const without = await testApp({ MAIL_BOUNCE_SECRET: '' }, { pool: app.pool, db: app.db })
  for (const secret of ['', 'null', BOUNCE_SECRET]) {
    const reply = await without.call(
      mailCalls.reportBounce,
      { body: { email: 'nobody@example.org', reason: 'x' } },
      null,
      { authorization: `Bearer ${secret}` },
    )
    expect(reply.status).toBe(401)
  }
  expect(await blocks()).toEqual(before)
})

// MAIL-2
test('without a mail server a held mail that is sent again is held again', async () => {
  const without = await testApp()
  const id = await aFailedMail(without.db, { state: 'held' })
  const reply = await without.call(mailCalls.sendAgain, { params: { id: String(id) } }, await anAdmin(without.db))
  expect(reply.body.data.state).toBe('waiting')
  const state = () => without.db.selectFrom('mails').select('state').where('id', '=', id).executeTakeFirst()
  await expect.poll(state).toEqual({ state: 'held' })
})
