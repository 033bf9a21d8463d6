import path from 'node:path'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { expect, onTestFinished, test } from 'vitest'
import { changeFaults } from '../faults.ts'
import { openState } from '../state.ts'
import { testFolder, testSandbox } from '../test-sandbox.ts'
import { startMailCatcher } from './smtp.ts'

const MAIL = { from: 'no-reply@localhost', to: 'asha@example.org', subject: 'Hello', text: 'Hello, Asha.' }

async function catcherWith(mail: unknown) {
  const sandbox = await testSandbox()
  await sandbox.switchOn({ mail })
  const send = (fields: SendMailOptions = {}) => createTransport(sandbox.smtpUrl).sendMail({ ...MAIL, ...fields })
  return { ...sandbox, send, clear: () => sandbox.call('DELETE', '/control/faults') }
}

test.each([
  ['refuse', 451],
  ['reject', 550],
  // MAIL-3
])('%s answers the next mails with %i after DATA, and keeps none of them', async (fault, responseCode) => {
  const { send, mails } = await catcherWith({ fault, times: 2 })
  await expect(send()).rejects.toMatchObject({ responseCode, command: 'DATA' })
  await expect(send()).rejects.toMatchObject({ responseCode })
  expect(await mails()).toEqual([])
  await send()
  expect(await mails()).toHaveLength(1)
})

test.each([
  ['refuse', 451],
  ['reject', 550],
])(
  // MAIL-3
  '%s of one address answers its RCPT with %i, and the other one gets the mail',
  async (fault, responseCode) => {
    const { send, mails, clear } = await catcherWith({ fault, to: 'Ravi@Example.org' })
    await expect(send({ to: 'ravi@example.org' })).rejects.toMatchObject({ responseCode, command: 'RCPT TO' })
    const { accepted, rejected } = await send({ to: ['asha@example.org', 'ravi@example.org'] })
    expect({ accepted, rejected }).toEqual({ accepted: ['asha@example.org'], rejected: ['ravi@example.org'] })
    expect((await mails()).map(({ to }) => to)).toEqual([['asha@example.org']])
    await clear()
    await send({ to: 'ravi@example.org' })
    expect(await mails('?to=ravi@example.org')).toHaveLength(1)
  },
)

// MAIL-3
test('delay keeps the mail at once and answers later', async () => {
  const { send, mails } = await catcherWith({ fault: 'delay', ms: 600, times: 1 })
  const start = performance.now()
  const sending = send()
  await expect.poll(() => mails()).toHaveLength(1)
  await sending
  expect(performance.now() - start).toBeGreaterThanOrEqual(595)
})

// MAIL-3
test('a sender that stops waiting for a late answer has sent the mail', async () => {
  const { mails, smtpUrl } = await catcherWith({ fault: 'delay', ms: 60_000 })
  const impatient = createTransport({ url: smtpUrl, socketTimeout: 5_000 })
  await expect(impatient.sendMail(MAIL)).rejects.toThrow('Timeout')
  expect(await mails()).toHaveLength(1)
})

// MAIL-3
test('drop-after-data keeps the mail and closes the connection without an answer', async () => {
  const { send, mails } = await catcherWith({ fault: 'drop-after-data', times: 1, to: 'asha@example.org' })
  await send({ to: 'ravi@example.org' })
  await expect(send()).rejects.toThrow(/closed|reset/i)
  expect(await mails('?to=asha@example.org')).toHaveLength(1)
  await send()
  expect(await mails('?to=asha@example.org')).toHaveLength(2)
})

// MAIL-3
test('away refuses connections and drops those that are open, until it is switched off', async () => {
  const { switchOn, clear, smtpUrl, mails } = await catcherWith(null)
  const pool = createTransport({ url: smtpUrl, pool: true, maxConnections: 1 })
  await pool.sendMail(MAIL)
  await switchOn({ mail: 'away' })
  await expect(pool.sendMail(MAIL)).rejects.toThrow('ECONNREFUSED')
  await expect(createTransport(smtpUrl).sendMail(MAIL)).rejects.toThrow('ECONNREFUSED')
  await clear()
  await createTransport(smtpUrl).sendMail(MAIL)
  expect(await mails()).toHaveLength(2)
  pool.close()
})

// MAIL-3
test('several changes of away at the same time end as the last one says', async () => {
  const state = openState(path.join(await testFolder(), 'provider.sqlite'))
  onTestFinished(state.close)
  const catcher = await startMailCatcher({ state, port: 0, onError: () => {} })
  onTestFinished(catcher.close)
  const change = (mail: string | null) => {
    changeFaults(state, 'mail', mail, null)
    return catcher.followFaults()
  }
  await change('away')
  await Promise.all([null, null, 'away', null].map(change))
  await createTransport(`smtp://127.0.0.1:${catcher.port}`).sendMail(MAIL)
  await Promise.all([null, 'away'].map(change))
  await expect(createTransport(`smtp://127.0.0.1:${catcher.port}`).sendMail(MAIL)).rejects.toThrow('ECONNREFUSED')
})

// MAIL-3
test('faults of the mails leave those of the payments alone', async () => {
  const { send, switchOn, order, get } = await catcherWith([{ fault: 'delay', ms: 1 }, 'reject'])
  await switchOn({ api: { fault: 'slow', ms: 1, times: 1 } })
  await send()
  await order()
  expect((await get('/control/faults')).body).toMatchObject({
    api: [],
    mail: [{ fault: 'delay' }, { fault: 'reject' }],
  })
})
