import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from './config/config.ts'
import { createLog } from './log.ts'

const LOG = path.join(import.meta.dirname, 'log.ts')
const START = `import { createLog } from ${JSON.stringify(LOG)}; const log = createLog();`

/** A process that logs, whose output the test reads. Ends with the test. */
function logging(script: string) {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', `${START}${script}`], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  if (!child.stdout) throw new Error('It has no output')
  return { child, output: child.stdout }
}

// API-5
test('every line is written, also those just before the process ends', async () => {
  const { output } = logging(
    `for (let n = 0; n < 1000; n++) log.info({ n }, 'x'.repeat(100)); setTimeout(() => { log.info('last'); process.exit(0) }, 10)`,
  )
  const lines = (await text(output)).trimEnd().split('\n')
  expect(lines).toHaveLength(1_001)
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ msg: 'last' })
})

// API-5
test('a process whose output is no longer read continues, and ends when told to', async () => {
  const { child, output } = logging(
    `process.on('message', () => { log.info('heard'); setTimeout(() => process.send('still here'), 50) }); process.on('disconnect', () => process.exit(0)); process.send('ready')`,
  )
  await once(child, 'message')
  output.destroy()
  for (const _ of [1, 2]) {
    child.send('are you there?')
    expect(await once(child, 'message')).toEqual(['still here', undefined])
  }
  child.disconnect()
  expect(await once(child, 'exit')).toEqual([0, null])
})

// MAIL-2
test('the password of the mail server is in no log line', () => {
  let written = ''
  const destination = new Writable({
    write(chunk, _encoding, done) {
      written += chunk
      done()
    },
  })
  const config = readConfig({ SMTP_URL: 'smtps://pets:hush@mail.example.org' })
  const log = createLog('info', destination)
  log.info({ config }, 'started')
  log.info(config, 'started')
  expect(written.match(/"smtpUrl":"[^"]+"/g)).toEqual(['"smtpUrl":"[hidden]"', '"smtpUrl":"[hidden]"'])
  expect(written).not.toContain('hush')
})

// API-5
test('an error of several steps says in the log why each of them failed', () => {
  let written = ''
  const log = createLog('info', {
    write(line) {
      written += line
    },
  })
  const reasons = [new Error('the table is locked'), new Error('the store is away')]
  log.error({ err: new AggregateError(reasons, '2 steps failed') }, 'forget failed')
  expect(JSON.parse(written).err).toMatchObject({
    message: '2 steps failed',
    errors: [{ message: 'the table is locked' }, { message: 'the store is away' }],
  })
})
