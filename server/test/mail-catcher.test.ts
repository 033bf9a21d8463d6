import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { startMailCatcher } from './mail-catcher.ts'

const { smtpUrl, mails, clear, fault } = await startMailCatcher()

/** Returns the server's replies to a mail for this address, one line after the other. */
async function replies(to: string): Promise<string> {
  const socket = connect(Number(new URL(smtpUrl).port), '127.0.0.1')
  let said = ''
  socket.on('data', (data) => {
    said += data
  })
  await once(socket, 'data')
  const commands = ['EHLO x', 'MAIL FROM:<a@x.org>', `RCPT TO:<${to}>`, 'DATA', 'Subject: Hello', '', '.', 'QUIT']
  socket.write(commands.map((line) => `${line}\r\n`).join(''))
  await once(socket, 'close')
  return said
}

// MAIL-2, MAIL-3
test('tests read, delete and disturb the mails of the catcher', async () => {
  expect(await replies('asha+1@example.org')).toMatch(/^250 OK/m)
  await replies('ravi@example.org')
  expect(await mails('asha+1@example.org')).toMatchObject([{ subject: 'Hello', to: ['asha+1@example.org'] }])
  expect(await mails()).toHaveLength(2)

  await fault({ fault: 'reject', to: 'asha@example.org' }, { fault: 'refuse', times: 1 })
  expect(await replies('asha@example.org')).toMatch(/^550 /m)
  expect(await replies('ravi@example.org')).toMatch(/^451 /m)
  await fault({ fault: 'away' })
  await expect(replies('ravi@example.org')).rejects.toThrow('ECONNREFUSED')
  expect(await mails()).toHaveLength(2)

  await clear()
  expect(await mails()).toEqual([])
  expect(await replies('asha@example.org')).toMatch(/^250 OK/m)
})
