import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { atEnd } from '../server/test/at-end.ts'
import { testDatabase } from '../server/test/harness.ts'
import { findProgram, installFromDebian } from './debian.mjs'
import { ROOT } from './prepare.mjs'

const run = promisify(execFile)
const DAY_MS = 24 * 60 * 60 * 1_000

// The file systems as the unit sees them: its own folders may be written to, and nothing else (`ProtectSystem=strict`, `PrivateTmp=yes`).
const AS_THE_UNIT_SEES_IT = `
mount --make-rprivate /
for place in /opt /var/lib /var/backups; do mount -t tmpfs none $place; mkdir $place/petsetu; done
mount --bind "$ROOT" /opt/petsetu
mount --bind "$DATA" /var/lib/petsetu
mount --bind "$BACKUPS" /var/backups/petsetu
for place in / /opt /var/lib /var/backups /opt/petsetu; do mount -o remount,ro,bind $place; done
mount -t tmpfs none /tmp
unset ROOT DATA BACKUPS
`

const readManual = () => readFile(path.join(ROOT, 'docs/operating.md'), 'utf8')

function unitDescribedAs(description: string, manual: string): string {
  const unit = manual.split('```').find((block) => block.includes(`Description=${description}\n`))
  return unit?.trimStart() ?? ''
}

async function linesOfUnit(): Promise<Record<string, string>> {
  const unit = unitDescribedAs('Back up PetSetu', await readManual())
  return Object.fromEntries([...unit.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]))
}

// CFG-4
test('the back-up unit of the manual backs up as it is written, and removes old ones', async () => {
  const database = await testDatabase()
  atEnd(database.drop)
  const folder = await mkdtemp(path.join(tmpdir(), 'petsetu-unit-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
  const [data, backups] = [path.join(folder, 'data'), path.join(folder, 'backups')]
  for (const [name, days] of [
    ['2026-01-01T0230', 32],
    ['2026-01-04T0230', 29],
  ] as const) {
    await mkdir(path.join(backups, name), { recursive: true })
    const at = new Date(Date.now() - days * DAY_MS)
    await utimes(path.join(backups, name), at, at)
  }
  await mkdir(data)

  const unit = await linesOfUnit()
  expect(unit).toMatchObject({ ProtectSystem: 'strict', PrivateTmp: 'yes', Type: 'oneshot' })
  const steps = [
    AS_THE_UNIT_SEES_IT,
    `cd ${unit.WorkingDirectory}`,
    `umask ${unit.UMask}`,
    // In a unit, a percent sign is written twice.
    `env ${unit.Environment} ${unit.ExecStart?.replaceAll('%%', '%')}`,
    unit.ExecStartPost,
  ]
  const user = process.getuid?.() === 0 ? [] : ['--user', '--map-root-user']
  const { stdout } = await run('unshare', [...user, '--mount', '/bin/sh', '-ec', steps.join('\n')], {
    env: {
      ...{ PATH: process.env.PATH, ROOT, DATA: data, BACKUPS: backups },
      ...{ DATABASE_URL: database.url, NODE_ENV: 'test' },
    },
  })

  const [, made = ''] = /^Backed up to \/var\/backups\/petsetu\/(\d{4}-\d\d-\d\dT\d{4}): \d+ rows/.exec(stdout) ?? []
  const names = await readdir(backups)
  expect(names).toEqual(expect.arrayContaining(['2026-01-04T0230', made]))
  expect(names).not.toContain('2026-01-01T0230')
  expect((await stat(path.join(backups, made, 'manifest.json'))).mode & 0o777).toBe(0o600)
})

// CFG-4
test('systemd takes both units of the back-up in the manual, and runs them nightly', async () => {
  if (!findProgram('systemd-analyze')) await installFromDebian(['systemd'], 'to check the units of the manual')
  const folder = await mkdtemp(path.join(tmpdir(), 'petsetu-units-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
  const manual = await readManual()
  const [, service = '', timer = ''] =
    /`\/etc\/systemd\/system\/(\S+\.service)` and `(\S+\.timer)`:\n/.exec(manual) ?? []
  // A timer starts the service of its own name.
  expect(path.parse(timer).name).toBe(path.parse(service).name)
  const nightly = unitDescribedAs('Back up PetSetu every night', manual)
  await writeFile(path.join(folder, service), unitDescribedAs('Back up PetSetu', manual))
  await writeFile(path.join(folder, timer), nightly)

  // Unknown settings are only warnings, which leave the exit code as it is.
  const checked = await run('systemd-analyze', ['verify', path.join(folder, timer), path.join(folder, service)])
  expect(checked.stderr).toBe('')

  const [, when = ''] = /^OnCalendar=(.+)$/m.exec(nightly) ?? []
  const { stdout } = await run(
    'systemd-analyze',
    ['calendar', '--iterations=3', '--base-time=2026-01-30 12:00:00', when],
    {
      env: { PATH: process.env.PATH, TZ: 'UTC' },
    },
  )
  const starts = [...stdout.matchAll(/(?:elapse|Iter\S* #\d+): \w+ (\S+ \S+) UTC$/gm)].map(([, at]) => at)
  expect(starts).toEqual(['2026-01-31 02:30:00', '2026-02-01 02:30:00', '2026-02-02 02:30:00'])
  // A computer that was off at night backs up when it is on again.
  expect(nightly).toMatch(/^Persistent=true$/m)
})
