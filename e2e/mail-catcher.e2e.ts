import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
// Without the check of the browser's console: a hostile mail makes it report what it blocked.
import { test as base, expect } from '@playwright/test'
import { expectAccessible, PAGE_LOOKS, STATE_LOOKS } from './helpers/axe.ts'

type Catcher = { mailPage: string; send: (subject: string, content: string, type?: string) => Promise<void> }
/** Another site; `asked` has the requests that it got. */
type Elsewhere = { url: string; asked: string[] }

const test = base.extend<object, { catcher: Catcher; elsewhere: Elsewhere }>({
  catcher: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants a pattern here.
    async ({}, use) => {
      const folder = await mkdtemp(path.join(tmpdir(), 'petsetu-mails-'))
      const child = fork(path.join(import.meta.dirname, '../sandbox/src/main.ts'), [], {
        env: { PATH: process.env.PATH, SANDBOX_PORT: '0', SANDBOX_FOLDER: folder },
      })
      const [{ port, smtpPort }] = (await once(child, 'message')) as [{ port: number; smtpPort: number }]
      await use({
        mailPage: `http://127.0.0.1:${port}/mail`,
        send: (...mail) => sendMail(smtpPort, ...mail),
      })
      child.kill('SIGTERM')
      await once(child, 'exit')
      await rm(folder, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
  elsewhere: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants a pattern here.
    async ({}, use) => {
      const asked: string[] = []
      const server = createServer((request, response) => {
        asked.push(`${request.url} from ${request.headers.referer ?? 'nowhere'}`)
        response.end('Elsewhere')
      }).listen(0, '127.0.0.1')
      await once(server, 'listening')
      await use({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked })
      server.closeAllConnections()
      server.close()
    },
    { scope: 'worker' },
  ],
})

async function sendMail(smtpPort: number, subject: string, content: string, type = 'text/html'): Promise<void> {
  const socket = connect(smtpPort, '127.0.0.1')
  await once(socket, 'data')
  const encoded = `Subject: =?utf-8?B?${Buffer.from(subject).toString('base64')}?=`
  const lines = [
    ...['EHLO x', 'MAIL FROM:<no-reply@localhost>', 'RCPT TO:<asha@example.org>', 'DATA'],
    ...[
      'From: PetSetu <no-reply@localhost>',
      encoded,
      `Content-Type: ${type}; charset=utf-8`,
      '',
      content,
      '.',
      'QUIT',
    ],
  ]
  socket.resume().write(lines.map((line) => `${line}\r\n`).join(''))
  await once(socket, 'close')
}

/** Words of the browser’s reports: the redirect, the scripts, what would be loaded, the form, and both links that stay in the tab. */
const STOPPED = [
  'Refused to execute the redirect',
  'Blocked script execution',
  ...['/style', '/image', '/background', 'directive: "default-src \'none\'"'],
  '/form',
  'attempting navigation of the top-level window',
  'directive: "frame-src \'self\'"',
]

// MAIL-6
test('the HTML of a mail runs no script and loads nothing; its links open a new tab', async ({
  page,
  catcher,
  elsewhere,
}) => {
  const { url, asked } = elsewhere
  await catcher.send(
    'Hostile',
    `<meta http-equiv="refresh" content="0; url=${url}/refresh"><link rel="stylesheet" href="${url}/style">
     <script src="${url}/script"></script><script>top.location = '${url}/top'; fetch('${url}/fetch')</script>
     <img src="${url}/image" onerror="alert(1)"><iframe src="${url}/frame"></iframe><body onload="alert(2)">
     <form action="${url}/form"><button>Send</button></form>
     <p style="background: url(${url}/background)">Hello, Asha.</p><a href="${url}/reset?token=1">Reset</a>
     <a target="_self" href="${url}/here">Here</a><a target="_top" href="${url}/top">Top</a>`,
  )
  await page.setViewportSize({ width: 360, height: 800 })
  let dialogs = 0
  page.on('dialog', (dialog) => {
    dialogs++
    void dialog.dismiss()
  })
  const reported: string[] = []
  page.on('console', (message) => reported.push(message.text()))
  await page.goto(catcher.mailPage)
  await page.getByRole('link', { name: 'Hostile' }).click()
  const address = page.url()
  const mail = page.frameLocator('iframe')
  await expect(mail.getByText('Hello, Asha.')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await mail.getByRole('button', { name: 'Send' }).click()
  await mail.getByRole('link', { name: 'Top' }).click()
  await mail.getByRole('link', { name: 'Here' }).click()
  // The browser reports each part of the mail that it has stopped.
  await expect.poll(() => STOPPED.filter((part) => !reported.some((text) => text.includes(part)))).toEqual([])
  expect({ asked, dialogs, address: page.url() }).toEqual({ asked: [], dialogs: 0, address })

  await page.reload()
  const opened = page.waitForEvent('popup')
  await page.frameLocator('iframe').getByRole('link', { name: 'Reset' }).click()
  await expect((await opened).getByText('Elsewhere')).toBeVisible()
  expect(asked[0]).toBe('/reset?token=1 from nowhere')
})

// MAIL-2
test('the page of mails is accessible and fits a phone, light and dark', async ({ page, catcher }) => {
  await page.goto(catcher.mailPage)
  await expectAccessible(page, STATE_LOOKS)
  await catcher.send(`${'अत्यंतलंबाशब्द'.repeat(12)} मोती मिल गया`, `नमस्ते, आशा। ${'x'.repeat(500)}`, 'text/plain')
  await page.reload()
  await expectAccessible(page, PAGE_LOOKS)
  await page.getByRole('link', { name: 'मोती मिल गया' }).click()
  await expect(page.getByText('नमस्ते, आशा।')).toBeVisible()
  await expectAccessible(page, [...PAGE_LOOKS, ...STATE_LOOKS])
})
