import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'

const MODULE = path.join(import.meta.dirname, 'settings-file.ts')
const READ = `import { loadSettingsFile } from ${JSON.stringify(MODULE)}
try { loadSettingsFile(); console.log(process.env.LEGAL_ADDRESS) } catch (error) { console.log(error.message) }`

/** The address that the program reads from a file `.env` with these lines, or the line that stops its start. */
async function read(...lines: string[]): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'petsetu-env-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writeFile(path.join(folder, '.env'), lines.join('\n'))
  const args = ['--input-type=module', '--eval', READ]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder, env: { PATH: process.env.PATH } })
  return stdout.trimEnd()
}

// CFG-1
test('a # that would cut off a value of .env stops the start with a line that names it', async () => {
  for (const value of ['#12, 4th Cross', '# 12', '12 Road #4, Pune', '12#4', 'a "12 #4"'])
    expect(await read('PORT=3000', `LEGAL_ADDRESS=${value}`)).toMatch(/^LEGAL_ADDRESS in \.env must be in quotes/)
  expect(await read('PORT=3000', 'export ADMIN_PASSWORD = monsoon-77#peepal')).toMatch(/^ADMIN_PASSWORD in \.env/)
})

// CFG-1
test('a value of .env in quotes may hold a #, and a comment may stand behind a value', async () => {
  for (const quote of ['"', "'", '`']) expect(await read(`LEGAL_ADDRESS= ${quote}#12 Road${quote}`)).toBe('#12 Road')
  expect(await read('# LEGAL_ADDRESS=#1', '#PORT=3000#', 'LEGAL_ADDRESS=12 Road # the office', 'PORT= #')).toBe(
    '12 Road',
  )
})
