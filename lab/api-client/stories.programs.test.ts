import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { atEnd } from '../../server/test/at-end.ts'
import { freePort } from '../../server/test/free-port.ts'
import { emptyDatabase } from '../../server/test/harness.ts'
import { basicAuth, startSandbox } from '../../server/test/sandbox.ts'
import { serverProcess } from '../../server/test/server-process.ts'

const run = promisify(execFile)
const ROOT = path.join(import.meta.dirname, '../..')
const GENERATOR = path.join(import.meta.dirname, 'node_modules/openapi-typescript/bin/cli.js')
const COMPILER = path.join(ROOT, 'node_modules/typescript/bin/tsc')
const STRICT =
  '--ignoreConfig --strict --noEmit --module nodenext --target es2024 --allowImportingTsExtensions --types node'.split(
    ' ',
  )
const ADMIN = { ADMIN_USERNAME: 'sunita', ADMIN_PASSWORD: 'a long password' }

const port = String(await freePort())
const { provider, sandbox, smtpUrl } = await startSandbox(`http://127.0.0.1:${port}/api/payments/webhook`)
const mail = { SMTP_URL: smtpUrl, ADMIN_EMAIL: 'sunita@example.org' }
const database = await emptyDatabase()
const site = await serverProcess(database.url, provider.apiUrl, { ...ADMIN, ...mail, PORT: port })

/** A folder in which the packages of this repository are found. It goes at the end. */
async function newFolder(): Promise<string> {
  const parent = path.join(ROOT, 'test-results')
  await mkdir(parent, { recursive: true })
  const folder = await mkdtemp(path.join(parent, 'api-client-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
  return folder
}

// API-4
test('a client generated from the API’s description makes the three things to try', async () => {
  const folder = await newFolder()
  await writeFile(path.join(folder, 'openapi.json'), await (await site.fetch('/openapi.json')).text())
  await run(process.execPath, [GENERATOR, 'openapi.json', '--output', 'api.ts'], { cwd: folder })
  await copyFile(path.join(import.meta.dirname, 'stories.ts'), path.join(folder, 'stories.ts'))
  await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }')
  const compiled = run(process.execPath, [COMPILER, ...STRICT, 'stories.ts'], { cwd: folder })
  expect(await compiled.catch((error: { stdout: string }) => error)).toMatchObject({ stdout: '' })
  const { stdout } = await run(process.execPath, ['stories.ts'], {
    cwd: folder,
    env: { ...ADMIN, SITE: site.url, SANDBOX: provider.apiUrl, SANDBOX_AUTHORIZATION: basicAuth() },
  })
  expect(stdout.trim().split('\n')).toEqual(['tag 404', 'tag 200 Moti', 'complaint paid', 'listed paid', 'asked 200'])
  const mailsTo = () => sandbox.control<{ subject: string }[]>('GET', '/mails?to=generated@example.org')
  await expect
    .poll(async () => (await mailsTo()).map(({ subject }) => subject))
    .toContainEqual(expect.stringMatching(/password/i))
})
