import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createTransport } from 'nodemailer'
import { expect, onTestFinished, test } from 'vitest'
import { clientOf, KEYS, testFolder, testSandbox } from './test-sandbox.ts'

const PROGRAM = path.join(import.meta.dirname, 'main.ts')

function start(env: NodeJS.ProcessEnv): ChildProcess {
  const child = fork(PROGRAM, [], {
    silent: true,
    env: {
      ...{ PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
      ...{ SANDBOX_PORT: '0', NODE_ENV: 'test' },
      ...{ RAZORPAY_KEY_ID: KEYS.keyId, RAZORPAY_KEY_SECRET: KEYS.keySecret, ...env },
    },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

async function serving(child: ChildProcess) {
  const [message] = await once(child, 'message')
  expect(message).toEqual({ serving: true, port: expect.any(Number), smtpPort: expect.any(Number) })
  return { ...clientOf(`http://127.0.0.1:${message.port}`), smtpUrl: `smtp://127.0.0.1:${message.smtpPort}` }
}

async function complaintOf(child: ChildProcess): Promise<[number, string]> {
  const [[code], text] = await Promise.all([once(child, 'exit'), child.stderr?.toArray()])
  return [code, (text ?? []).join('')]
}

// PAY-7
test('a sandbox that is killed loses nothing', async () => {
  const folder = await testFolder()
  const first = start({ SANDBOX_FOLDER: folder })
  const before = await serving(first)
  await before.switchOn({ settings: { autoCapture: false } })
  const [paid, open] = [await before.order(), await before.order()]
  const { payment } = await before.pay(paid.id, 'captured')
  await before.post(`/v1/payments/${payment.id}/refund`, { amount: 100 }, { 'x-refund-idempotency': 'refund_00001' })
  const ledger = await before.ledger()
  first.kill('SIGKILL')
  await once(first, 'exit')

  const second = start({ SANDBOX_FOLDER: folder })
  const after = await serving(second)

  expect(await after.ledger()).toEqual(ledger)
  await after.post(`/v1/payments/${payment.id}/refund`, { amount: 100 }, { 'x-refund-idempotency': 'refund_00001' })
  expect((await after.ledger()).refunds).toHaveLength(1)
  expect((await after.pay(open.id, 'success')).payment.status).toBe('authorized')
  second.kill('SIGTERM')
  expect(await once(second, 'exit')).toEqual([0, null])
})

// MAIL-2
test('a sandbox that is killed loses no mail and no fault', async () => {
  const folder = await testFolder()
  const first = start({ SANDBOX_FOLDER: folder })
  const before = await serving(first)
  const mail = { from: 'no-reply@localhost', to: 'asha@example.org', subject: 'मोती मिल गया', text: 'Hello' }
  await createTransport(before.smtpUrl).sendMail(mail)
  await before.switchOn({ mail: 'away' })
  const kept = await before.mails()
  first.kill('SIGKILL')
  await once(first, 'exit')

  const after = await serving(start({ SANDBOX_FOLDER: folder }))

  expect(kept).toMatchObject([{ subject: 'मोती मिल गया', to: ['asha@example.org'] }])
  expect(await after.mails()).toEqual(kept)
  await expect(createTransport(after.smtpUrl).sendMail(mail)).rejects.toThrow('ECONNREFUSED')
  await after.call('DELETE', '/control/faults')
  await createTransport(after.smtpUrl).sendMail(mail)
  expect(await after.mails()).toHaveLength(2)
})

// PAY-7
test('the sandbox ends when its parent process is gone', async () => {
  const child = start({ SANDBOX_FOLDER: await testFolder() })
  await serving(child)
  child.disconnect()
  expect(await once(child, 'exit')).toEqual([0, null])
})

test.each([
  [{ NODE_ENV: 'production' }, 'does not run in production'],
  [{ RAZORPAY_KEY_ID: 'rzp_live_PetCare0000001' }, 'takes rzp_test_ keys only'],
  [{ SANDBOX_WEBHOOK_URL: 'https://example.org/' }, 'SANDBOX_WEBHOOK_URL must be an address on loopback.'],
  // PAY-7
])('the sandbox refuses to start with %j', async (env, complaint) => {
  const [code, text] = await complaintOf(start({ SANDBOX_FOLDER: await testFolder(), ...env }))
  expect(code).toBe(1)
  expect(text).toContain(complaint)
})

// PAY-7
test('a port in use is reported', async () => {
  const { origin } = await testSandbox()
  const port = new URL(origin).port
  const [code, text] = await complaintOf(start({ SANDBOX_FOLDER: await testFolder(), SANDBOX_PORT: port }))
  expect(code).toBe(1)
  expect(text).toContain(`EADDRINUSE: address already in use 127.0.0.1:${port}`)
})
