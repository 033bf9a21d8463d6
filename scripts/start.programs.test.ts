import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { paymentCalls } from '@petsetu/contract/payments/payments.ts'
import { authCalls } from '@petsetu/contract/people/auth.ts'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { fetchOnce } from '../server/test/fetch-once.ts'
import { freePort } from '../server/test/free-port.ts'
import { COMPLAINT } from '../server/test/paying-app.ts'

// A busy machine takes half a minute to start the demo.
const PATIENCE_MS = 150_000

// These tests run the real `npm start`, with an embedded database that syncs to disk.

type Started = {
  url: string
  child: ChildProcess
  printed: () => string
  /** Sends a signal; resolves with the exit code. */
  end: (signal: NodeJS.Signals) => Promise<number | null>
}

async function newDataFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'petsetu-start-'))
  onTestFinished(async () => {
    await stopDatabase(folder)
    await rm(folder, { recursive: true, force: true })
  })
  return folder
}

let used: Promise<string> | null = null
let demo: Promise<Filled> | null = null

/** A copy of a data folder in which the program has run and stopped: to create a database takes most of a first start. */
async function usedDataFolder(): Promise<string> {
  used ??= runOnce()
  return copyOf(await used)
}

/** The same of a demo, with what it printed: to fill it takes longest. */
async function demoDataFolder(): Promise<Omit<Filled, 'folder'> & { dataDir: string }> {
  demo ??= fillOnce()
  const { folder, ...told } = await demo
  return { dataDir: await copyOf(folder), ...told }
}

async function copyOf(run: string): Promise<string> {
  const folder = await newDataFolder()
  // Also keeps the owners, of whom one is PostgreSQL's.
  await promisify(execFile)('cp', ['-a', `${run}/.`, folder])
  return folder
}

async function runOnce(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'petsetu-start-'))
  const program = await start(folder)
  await program.end('SIGTERM')
  return folder
}

/** The metrics are those of the first start: at the next one the sandbox has another port, so that a notice finds its browser gone. */
type Filled = { folder: string; printed: string; metrics: string }

async function fillOnce(): Promise<Filled> {
  const folder = await mkdtemp(path.join(tmpdir(), 'petsetu-start-'))
  const program = await start(folder, ['--demo'])
  await until(() => /\nDemo: .*\n\n/.test(program.printed()))
  await paymentReported(program)
  const metrics = await (await fetchOnce(`${program.url}/metrics`)).text()
  const printed = program.printed()
  await program.end('SIGTERM')
  return { folder, printed, metrics }
}

afterAll(async () => {
  if (used) await rm(await used, { recursive: true, force: true })
  if (demo) await rm((await demo).folder, { recursive: true, force: true })
})

async function start(
  dataDir: string,
  args: string[] = [],
  env: Record<string, string> = {},
  [command = '', ...words]: string[] = [process.execPath, 'scripts/start.mjs'],
): Promise<Started> {
  const port = await freePort()
  const child = spawn(command, [...words, ...args], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: String(port),
      SANDBOX_PORT: '0',
      DATA_DIR: dataDir,
      ...env,
    },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let printed = ''
  child.stdout.on('data', (chunk) => {
    printed += chunk
  })
  child.stderr.on('data', (chunk) => {
    printed += chunk
  })
  const url = `http://127.0.0.1:${port}`
  await until(() => printed.includes(`PetSetu serves at ${env.PUBLIC_URL ?? url}`) || child.exitCode !== null)
  // Another program took the port in between.
  if (!env.PORT && printed.includes(`PORT ${port} is in use`)) return start(dataDir, args, env, [command, ...words])
  return {
    url,
    child,
    printed: () => printed,
    async end(signal) {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill(signal)
        await once(child, 'exit')
      }
      return child.exitCode
    },
  }
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const giveUpAt = Date.now() + PATIENCE_MS
  while (!(await isSo())) {
    if (Date.now() > giveUpAt) throw new Error('It did not come true in time')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Waits until the sandbox has reported a payment of the demo. */
async function paymentReported({ url }: Started): Promise<void> {
  const report = `route="${paymentCalls.webhook.path}"`
  await until(async () => (await (await fetchOnce(`${url}/metrics`)).text()).includes(report))
}

function post(url: string, target: string, body: object, token?: string): Promise<Response> {
  return fetchOnce(url + target, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })
}

/** The process id in the embedded database's lock file; null if that process is not running. */
async function databaseProcess(dataDir: string): Promise<number | null> {
  const text = await readFile(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').catch(() => '')
  const pid = Number(text.split('\n')[0])
  return pid && isAlive(pid) ? pid : null
}

async function stopDatabase(dataDir: string): Promise<void> {
  const pid = await databaseProcess(dataDir)
  if (pid) process.kill(pid, 'SIGINT')
  await until(async () => (await databaseProcess(dataDir)) === null)
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

// CFG-1, AUTH-11
test('the first start prints address, data folder and an admin’s sign-in that works', async () => {
  const dataDir = await newDataFolder()
  const first = await start(dataDir)
  expect(first.printed()).toContain(dataDir)
  const [, username, password] = /First admin: (\S+), password: (\S+)/.exec(first.printed()) ?? []
  const signin = await post(first.url, authCalls.signin.path, { username, password })
  expect(signin.status).toBe(200)
  expect(await signin.json()).toMatchObject({ username: 'admin', role: 'admin' })
  expect(await first.end('SIGTERM')).toBe(0)

  const second = await start(dataDir)
  expect(second.printed()).not.toContain('First admin')
  expect(second.printed()).not.toContain('Building')
  expect((await post(second.url, authCalls.signin.path, { username, password })).status).toBe(200)
})

// CFG-1, CMP-18
test('the data folder is closed to other users, also if it was left open before', async () => {
  const dataDir = await newDataFolder()
  const older = ['attachments/incoming', 'sandbox']
  for (const folder of older) await mkdir(path.join(dataDir, folder), { recursive: true })
  const files = ['attachments/aa.pdf', 'attachments/incoming/bb', 'sandbox/keep', 'lock.sqlite']
  for (const file of files) await writeFile(path.join(dataDir, file), '')
  for (const name of ['.', 'attachments', ...older]) await chmod(path.join(dataDir, name), 0o755)
  for (const file of files) await chmod(path.join(dataDir, file), 0o644)

  const program = await start(dataDir)
  const form = new FormData()
  for (const [name, value] of Object.entries(COMPLAINT)) form.set(name, value)
  form.set('file', new Blob(['%PDF-1.4\n%%EOF\n']), 'proof.pdf')
  const filed = await fetchOnce(program.url + complaintCalls.submit.path, { method: 'POST', body: form })
  expect([filed.status, await filed.text()]).toMatchObject([201, {}])

  const open: string[] = []
  for (const name of ['.', ...(await readdir(dataDir, { recursive: true }))]) {
    const { mode } = await stat(path.join(dataDir, name)).catch(() => ({ mode: 0 }))
    // As root, the postgres user may enter the data folder, but neither list nor read it.
    const others = name === '.' && process.getuid?.() === 0 ? 0o067 : 0o077
    if (mode & others) open.push(`${name} ${(mode & 0o777).toString(8)}`)
  }
  expect(open).toEqual([])
  expect((await readdir(path.join(dataDir, 'attachments'))).length).toBe(3)
})

// CFG-1, V13.3.2
test('the payment sandbox gets no setting or secret of the program', async () => {
  const program = await start(await usedDataFolder(), [], { ADMIN_PASSWORD: 'marigold-on-the-hill-7' })
  const server = await serverProcess(program)
  const below = (await readFile(`/proc/${server}/task/${server}/children`, 'utf8')).trim().split(' ')
  const environments = await Promise.all(below.map((pid) => readFile(`/proc/${pid}/environ`, 'utf8')))
  const sandbox = environments.find((environment) => environment.includes('SANDBOX_FOLDER='))
  expect(sandbox).toContain('RAZORPAY_KEY_ID=rzp_test_')
  expect(sandbox).not.toMatch(/ADMIN_PASSWORD|marigold|DATA_DIR/)
})

// MAIL-2
test('the sandbox catches mails if only the mail server is missing', async () => {
  const keys = { RAZORPAY_KEY_ID: 'id', RAZORPAY_KEY_SECRET: 'key-secret', RAZORPAY_WEBHOOK_SECRET: 'webhook' }
  const without = await start(await usedDataFolder(), [], keys)
  const [, mailPage = ''] = /^Mails: (http:\/\/127\.0\.0\.1:\d+\/mail) /m.exec(without.printed()) ?? []
  expect(await (await fetch(mailPage)).text()).toContain('No mail has arrived yet.')
  expect(without.printed()).not.toContain('Payments: a sandbox')
  await without.end('SIGTERM')

  const dataDir = await newDataFolder()
  const complete = await start(dataDir, [], { ...keys, SMTP_URL: 'smtp://pets:hush@127.0.0.1:9' })
  expect(complete.printed()).not.toMatch(/Mails:|sandbox|hush/)
  expect(await readdir(dataDir)).not.toContain('sandbox')
})

test.each(['SIGTERM', 'SIGINT'] as const)(
  // CFG-1, API-5
  '%s to what npm start runs stops the server and its database cleanly',
  async (signal) => {
    const dataDir = await usedDataFolder()
    const program = await start(dataDir)
    expect(await databaseProcess(dataDir)).not.toBeNull()
    expect(await program.end(signal)).toBe(0)
    expect(await databaseProcess(dataDir)).toBeNull()
    await expect(fetchOnce(program.url)).rejects.toThrow()
  },
)

// CFG-4, API-5
test('a stop during the first start stops the database, and the next start serves', async () => {
  const dataDir = await newDataFolder()
  const { PATH, HOME } = process.env
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    env: { PATH, HOME, PORT: String(await freePort()), SANDBOX_PORT: '0', DATA_DIR: dataDir },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let printed = ''
  child.stderr.on('data', (chunk) => {
    printed += chunk
  })
  await until(async () => (await databaseProcess(dataDir)) !== null)
  child.kill('SIGTERM')
  await once(child, 'exit')
  expect([child.exitCode, printed]).toEqual([0, ''])
  expect(await databaseProcess(dataDir)).toBeNull()

  const next = await start(dataDir)
  expect((await fetchOnce(`${next.url}/readyz`)).status).toBe(200)
})

// CFG-4
test('after kill -9 the next start finds the running database with nothing lost', async () => {
  const dataDir = await usedDataFolder()
  const env = { RATE_LIMITS: 'off' }
  const first = await start(dataDir, [], env)
  const account = { username: 'meera', email: 'meera@example.org', password: 'marigold-7' }
  expect((await post(first.url, authCalls.signup.path, account)).status).toBe(201)
  const { accessToken } = (await (await post(first.url, authCalls.signin.path, account)).json()) as {
    accessToken: string
  }

  // Writes continue until the moment the server is killed.
  const acknowledged: string[] = []
  const writing = (async () => {
    for (let number = 0; ; number++) {
      const petName = `Pet ${number}`
      const pet = {
        petName,
        petType: 'Dog',
        petAge: '1',
        petGender: 'male',
        location: 'Pune',
        address: 'Here',
        contactDetails: '1',
      }
      const reply = await post(first.url, '/pets', pet, accessToken).catch(() => null)
      if (reply?.status !== 201) return
      acknowledged.push(petName)
    }
  })()
  await until(() => acknowledged.length >= 20)
  process.kill(await serverProcess(first), 'SIGKILL')
  await writing
  const database = await databaseProcess(dataDir)
  expect(database).not.toBeNull()

  const next = await start(dataDir, [], env)
  expect(await databaseProcess(dataDir)).toBe(database)
  const reply = await fetchOnce(`${next.url}/pets`, { headers: { authorization: `Bearer ${accessToken}` } })
  const names = ((await reply.json()) as { petName: string }[]).map((pet) => pet.petName)
  expect(names).toEqual(expect.arrayContaining(acknowledged))
  // It stops the database that it found.
  expect(await next.end('SIGTERM')).toBe(0)
  expect(await databaseProcess(dataDir)).toBeNull()
})

/** The server process: the child of `npm start`'s process. */
async function serverProcess({ child }: Started): Promise<number> {
  const children = await readFile(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8')
  return Number(children.trim().split(' ')[0])
}

// CFG-4
test('if npm start’s process is killed, the server stops and the next start serves', async () => {
  const dataDir = await usedDataFolder()
  const first = await start(dataDir)
  await first.end('SIGKILL')
  // On a busy machine the server may need longer for its stop than the next start waits for the folder.
  await until(async () => (await databaseProcess(dataDir)) === null)
  const next = await start(dataDir)
  expect((await fetchOnce(`${next.url}/readyz`)).status).toBe(200)
})

// CFG-4
test('if npm is killed, the server stops by itself and the next start serves', async () => {
  const dataDir = await usedDataFolder()
  const first = await start(dataDir, [], {}, ['npm', 'start', '--'])
  await first.end('SIGKILL')
  await until(() =>
    fetchOnce(first.url).then(
      () => false,
      () => true,
    ),
  )
  const next = await start(dataDir)
  expect((await fetchOnce(`${next.url}/readyz`)).status).toBe(200)
})

// CFG-4
test('a second start on one data folder says so and exits with 1; the first serves on', async () => {
  const dataDir = await usedDataFolder()
  const first = await start(dataDir)
  const second = await start(dataDir)
  expect(second.child.exitCode).toBe(1)
  expect(second.printed()).toContain(`DATA_DIR ${dataDir} is in use`)
  expect((await fetchOnce(`${first.url}/readyz`)).status).toBe(200)
})

// CFG-4
test('a start while another program still stops waits for it, and then serves', async () => {
  const dataDir = await usedDataFolder()
  const first = await start(dataDir, [], { DRAIN_SECONDS: '6' })
  first.child.kill('SIGTERM')
  const next = await start(dataDir, [], { DRAIN_SECONDS: '6' })
  expect((await fetchOnce(`${next.url}/readyz`)).status, next.printed()).toBe(200)
  expect(await first.end('SIGTERM')).toBe(0)
})

const IN_PRODUCTION = {
  ...{ NODE_ENV: 'production', PUBLIC_URL: 'https://pets.example.org', RAZORPAY_API_URL: 'https://127.0.0.1:9' },
  ...{ RAZORPAY_KEY_ID: 'rzp_live_Example0000001', RAZORPAY_KEY_SECRET: 'a secret of its own' },
  RAZORPAY_WEBHOOK_SECRET: 'another one of its own',
}

// PAY-7, MAIL-2
test('in production no sandbox runs, though there is no mail server either', async () => {
  const dataDir = await newDataFolder()
  const { url, printed } = await start(dataDir, [], IN_PRODUCTION)
  expect((await fetchOnce(`${url}/readyz`)).status, printed()).toBe(200)
  expect(printed().split('PetSetu serves at')[1]).not.toMatch(/sandbox/i)
  expect(await readdir(dataDir)).not.toContain('sandbox')
})

// CFG-1
test('in a terminal the log is readable, and the addresses and sign-in come last', async () => {
  const dataDir = await newDataFolder()
  const inTerminal = ['script', '--quiet', '--command', `${process.execPath} scripts/start.mjs`, '/dev/null']
  const program = await start(dataDir, [], { TERM: 'dumb' }, inTerminal)
  await until(() => /First admin: .*\r?\n\r?\n/.test(program.printed()))
  // Waits a moment for late log lines.
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  const lines = program.printed().trimEnd().split(/\r?\n/)
  const log = lines.filter((line) => /INFO|WARN/.test(line))
  expect(log.join('\n')).toContain('database migrated')
  expect(lines.filter((line) => line.startsWith('{'))).toEqual([])
  expect(lines.slice(-6)).toEqual([
    '',
    `PetSetu serves at ${program.url}`,
    `Data folder: ${dataDir}`,
    expect.stringMatching(/^Payments: a sandbox at http:\/\/127\.0\.0\.1:\d+, where no real money moves$/),
    expect.stringMatching(/^Mails: http:\/\/127\.0\.0\.1:\d+\/mail shows them, none is delivered$/),
    expect.stringMatching(/^First admin: admin, password: \S{16,} \(shown this once\)$/),
  ])
})

// CFG-1, API-5
test('without a terminal each log line is JSON, and addresses and sign-in come last', async () => {
  const program = await start(await newDataFolder())
  await until(() => program.printed().includes('First admin'))
  const [before = '', after = ''] = program.printed().split(/\nPetSetu serves at .*\n/)
  const log = before.split('\n').filter((line) => line.startsWith('{'))
  expect(log.map((line) => JSON.parse(line).msg)).toContain('database migrated')
  expect(before.endsWith('\n')).toBe(true)
  expect(after).not.toContain('{')
})

// CFG-1
test('a setting that cannot be used stops the start with one line that names it', async () => {
  const program = await start(await newDataFolder(), [], { RECONCILE_EVERY_SECONDS: 'often' })
  expect(program.child.exitCode).toBe(1)
  expect(program.printed().trim().split('\n')).toHaveLength(1)
  expect(program.printed()).toContain('RECONCILE_EVERY_SECONDS must be a whole number')
})

// CFG-1
test('an argument that is not known stops the start with one line that names it', async () => {
  const program = await start(await newDataFolder(), ['--port', '4000'])
  expect(program.child.exitCode).toBe(1)
  expect(program.printed().trim().split('\n')).toEqual([expect.stringContaining("only argument, not '--port'")])
})

// CFG-3, CFG-1
test('npm start --demo, whose option npm keeps for itself, says how to write it', async () => {
  const dataDir = await newDataFolder()
  const program = await start(dataDir, [], { npm_config_demo: 'true' })
  expect(program.child.exitCode).toBe(1)
  await until(() => program.printed() !== '')
  expect(program.printed()).toBe('For the demo write: npm start -- --demo\n')
  expect(await readdir(dataDir)).toEqual([])
})

// CFG-1
test('a start warns if its address is https and TRUSTED_PROXIES names no proxy', async () => {
  const env = { PUBLIC_URL: 'https://pets.example.org' }
  const unnamed = await start(await usedDataFolder(), [], env)
  expect(unnamed.printed()).toContain('TRUSTED_PROXIES names no proxy')
  const named = await start(await usedDataFolder(), [], { ...env, TRUSTED_PROXIES: '127.0.0.1' })
  expect(named.printed()).not.toContain('TRUSTED_PROXIES')
})

// CFG-1
test('a port in use or a folder without access stops the start with a helpful line', async () => {
  const first = await start(await usedDataFolder())
  const port = new URL(first.url).port
  const second = await start(await usedDataFolder(), [], { PORT: port })
  expect(second.child.exitCode).toBe(1)
  expect(second.printed()).toContain(`PORT ${port} is in use by another program.`)
  expect(second.printed()).not.toContain('    at ')

  const file = path.join(await newDataFolder(), 'file')
  await writeFile(file, '')
  const third = await start(path.join(file, 'below'))
  expect(third.child.exitCode).toBe(1)
  expect(third.printed()).toContain('DATA_DIR must be a folder that can be written to')
})

// CFG-1, AUTH-11
test('a first start that fails shows the sign-in of the admin that it has made', async () => {
  const first = await start(await usedDataFolder())
  const dataDir = await newDataFolder()
  const failed = await start(dataDir, [], { PORT: new URL(first.url).port })
  expect(failed.child.exitCode).toBe(1)
  await until(() => failed.printed().includes('First admin'))
  const [, username, password] = /First admin: (\S+), password: (\S+)/.exec(failed.printed()) ?? []

  const next = await start(dataDir)
  expect(next.printed()).not.toContain('First admin')
  expect((await post(next.url, authCalls.signin.path, { username, password })).status).toBe(200)
})

// CFG-3, CFG-1
test('the demo ends with the sign-ins without a terminal, and fills a database once', async () => {
  const { dataDir, printed } = await demoDataFolder()
  const lines = printed.trimEnd().split('\n')
  expect(lines.at(-2)).toMatch(/^First admin: admin, password: \S{16,} \(shown this once\)$/)
  expect(lines.at(-1)).toMatch(/^Demo: .* Log in as meera, password: demo-password/)

  const { url, printed: printedAgain } = await start(dataDir, ['--demo'])
  expect(printedAgain()).toContain('the database is not empty, so nothing was added')
  const [, username, password] = /Log in as (\S+), password: (\S+)/.exec(printed) ?? []
  const signin = await post(url, authCalls.signin.path, { username, password })
  const { accessToken } = (await signin.json()) as { accessToken: string }
  const pets = await fetchOnce(`${url}/pets`, { headers: { authorization: `Bearer ${accessToken}` } })
  expect(((await pets.json()) as unknown[]).length).toBeGreaterThan(1)
  const finds = await fetchOnce(`${url}/api/found`, { headers: { authorization: `Bearer ${accessToken}` } })
  expect(await finds.json()).toMatchObject({
    data: [
      { pet_name: 'Moti', unread: 1, closed_at: null },
      { pet_name: 'Raja', unread: 0, outcome: 'home' },
    ],
  })
}, 150_000)

// CFG-3, AUTH-11
test('production refuses data of the demo until forget-sandbox has closed its accounts', async () => {
  const { dataDir } = await demoDataFolder()
  const keys = { ...IN_PRODUCTION, RAZORPAY_KEY_ID: 'rzp_test_Example0000001' }
  const refused = await start(dataDir, [], keys)
  expect(refused.child.exitCode).toBe(1)
  expect(refused.printed()).toMatch(/password of the demo \(meera, .*volunteer\): npm run forget-sandbox/)

  const env = { PATH: process.env.PATH, DATA_DIR: dataDir }
  const forget = (...args: string[]) =>
    promisify(execFile)(process.execPath, ['scripts/forget-sandbox.ts', ...args], { env })
  expect((await forget()).stdout).toMatch(
    /password of the demo: meera, .*volunteer\.\nNothing is taken out or closed yet/,
  )
  expect((await forget('--yes')).stdout).toMatch(/Taken out\.\nAccounts .*: meera, .*volunteer\.\nClosed\.\n$/)
  expect((await forget()).stdout).toContain('password of the demo: none.')
  const { url } = await start(dataDir, [], keys)
  const volunteer = { username: 'volunteer', password: 'demo-password' }
  expect((await post(url, authCalls.signin.path, volunteer)).status).toBe(401)
}, 240_000)

// CFG-3, CFG-1
test('in a terminal the demo ends with the sign-ins, which no request pushes away', async () => {
  const inTerminal = ['script', '--quiet', '--command', `${process.execPath} scripts/start.mjs --demo`, '/dev/null']
  const program = await start(await newDataFolder(), [], { TERM: 'dumb' }, inTerminal)
  await until(() => /\nDemo: .*\r?\n\r?\n/.test(program.printed()))
  const lines = () => program.printed().trimEnd().split(/\r?\n/)
  expect(lines().at(-2)).toMatch(/^First admin: admin, password: \S{16,} \(shown this once\)$/)
  await paymentReported(program)
  expect(lines().at(-1)).toMatch(/^Demo: .* Log in as meera, password: demo-password/)
}, 150_000)

// CFG-3
test('the days, places and numbers of the demo agree with each other', async () => {
  const { dataDir, printed, metrics } = await demoDataFolder()
  const { url } = await start(dataDir, ['--demo'])
  const [, username, password] = /First admin: (\S+), password: (\S+)/.exec(printed) ?? []
  const signin = await post(url, authCalls.signin.path, { username, password })
  const { accessToken } = (await signin.json()) as { accessToken: string }
  const read = async <Row>(target: string): Promise<Row[]> => {
    const reply = await fetchOnce(url + target, { headers: { authorization: `Bearer ${accessToken}` } })
    const body = (await reply.json()) as Row[] | { data: Row[] }
    return Array.isArray(body) ? body : body.data
  }
  const days = (moments: string[]) => new Set(moments.map((moment) => moment.slice(0, 10)))

  type Account = { username: string; joinedAt: string }
  const accounts = await read<Account>('/admin/users?page=1&limit=100')
  expect(days(accounts.map(({ joinedAt }) => joinedAt)).size).toBe(accounts.length)
  const joined = new Map(accounts.map(({ username, joinedAt }) => [username, joinedAt]))
  type Membership = { username: string; created_at: string }
  for (const { username, created_at } of await read<Membership>('/api/admin/memberships/reports/membership'))
    expect(created_at >= (joined.get(username) ?? ''), `a membership of ${username}`).toBe(true)
  const latest = await read<{ at: string }>('/api/admin/dashboard/events')
  expect(new Set(latest.map(({ at }) => at.slice(0, 16))).size, 'minutes of the last events').toBeGreaterThan(4)

  type Filed = { id: number; created_at: string; status: string; is_name_withheld: boolean }
  const complaints = await read<Filed>('/api/admin/complaints?page=1&limit=100')
  const filedAt = complaints.map(({ created_at }) => created_at)
  expect(filedAt).toEqual(filedAt.toSorted().toReversed())
  for (const { id, created_at, status } of complaints) {
    const history = await read<{ kind: string; at: string; after: string | null }>(`/api/admin/complaints/${id}/events`)
    expect(history[0]).toMatchObject({ kind: 'filed', at: created_at })
    expect(history.findLast(({ kind }) => kind === 'status')?.after ?? 'pending').toBe(status)
  }
  type Action = {
    at: string
    admin_username: string
    action: string
    object_id: string
    after: { status?: string } | null
  }
  for (const { at, admin_username, action, object_id, after } of (
    await read<Action>('/api/admin/audit')
  ).toReversed()) {
    expect(at >= (joined.get(admin_username) ?? ''), `${action} of ${admin_username}`).toBe(true)
    const about = complaints.find(({ id }) => String(id) === object_id)
    if (action === 'name-revealed') expect(about?.is_name_withheld).toBe(true)
    if (action === 'complaint-status-set') expect(['in_progress', about?.status]).toContain(after?.status)
  }

  type Pet = { petId: string; petName: string; location: string; contactDetails: string; lost: { area: string } | null }
  const pets = await read<Pet>('/admin/pets')
  const lost = pets.filter((pet) => pet.lost)
  expect(lost.map(({ lost: found }) => found?.area)).toEqual(lost.map(({ location }) => location))
  for (const { contactDetails } of pets) expect(contactDetails).toMatch(/^\+91 90000 000\d\d/)
  const page = await fetchOnce(`${url}/pet-detail/${pets[0]?.petId}`, { headers: { accept: 'text/html' } })
  expect(await page.text()).toContain('https://wa.me/9190000000')

  type Taken = { mode: string; state: string }
  const taken = await read<Taken>('/api/admin/desk-payments')
  expect(taken.map(({ mode, state }) => `${mode} ${state}`)).toEqual(['cheque pending', 'upi cleared', 'cash cleared'])
  type Year = { is_running: boolean; locked: object | null }
  const years = await read<Year>('/api/admin/financial-years')
  expect(years.map(({ is_running, locked }) => is_running !== (locked !== null))).toEqual([true, true])
  const asked = await read<{ kind: string }>('/api/admin/privacy-requests?state=open')
  expect(asked.map(({ kind }) => kind)).toEqual(['correct', 'nominate'])
  expect(metrics).toMatch(/^petsetu_devices\{kind="push"\} 4$/m)
  expect(metrics).toMatch(/^petsetu_devices\{kind="passkey"\} 2$/m)

  const links = await read<{ state: string }>('/api/admin/donations/pay-links')
  expect(links.map(({ state }) => state)).toEqual(['open', 'revoked', 'paid', 'expired'])
}, 150_000)
