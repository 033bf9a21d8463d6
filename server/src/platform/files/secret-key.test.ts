import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { loadSecretKey } from './secret-key.ts'

async function dataFolder(): Promise<string> {
  return mkdtemp(path.join(tmpdir(), 'petsetu-key-'))
}

// ACC-6
test('the first start creates the key in a file for its owner alone; later ones use it', async () => {
  const dataDir = await dataFolder()
  const keys = await Promise.all(Array.from({ length: 50 }, () => loadSecretKey({ secretKey: null, dataDir })))
  expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1)
  expect(keys[0]).toHaveLength(32)
  expect(await loadSecretKey({ secretKey: null, dataDir })).toEqual(keys[0])
  expect(await readdir(dataDir)).toEqual(['secret.key'])
  expect((await stat(path.join(dataDir, 'secret.key'))).mode & 0o777).toBe(0o600)
  await rm(dataDir, { recursive: true })
})

// ACC-6
test('two data folders have different keys, and SECRET_KEY replaces the file', async () => {
  const folders = [await dataFolder(), await dataFolder()]
  const [one, other] = await Promise.all(folders.map((dataDir) => loadSecretKey({ secretKey: null, dataDir })))
  expect(one).not.toEqual(other)
  const secretKey = Buffer.alloc(32, 7)
  expect(await loadSecretKey({ secretKey, dataDir: folders[0] ?? '' })).toEqual(secretKey)
  for (const folder of folders) await rm(folder, { recursive: true })
})

// ACC-6
test('a damaged key file stops the start with one line and is kept', async () => {
  const dataDir = await dataFolder()
  const file = path.join(dataDir, 'secret.key')
  for (const text of ['', 'not a key', 'ab'.repeat(31)]) {
    await writeFile(file, text)
    await expect(loadSecretKey({ secretKey: null, dataDir })).rejects.toThrow(/^SECRET_KEY must be set, or [^\n]+$/)
    expect(await readFile(file, 'utf8')).toBe(text)
  }
  await rm(dataDir, { recursive: true })
})

// ACC-6
test('a key that was copied here open to others is closed', async () => {
  const dataDir = await dataFolder()
  const file = path.join(dataDir, 'secret.key')
  await writeFile(file, `${'ab'.repeat(32)}\n`)
  await chmod(file, 0o644)
  expect(await loadSecretKey({ secretKey: null, dataDir })).toEqual(Buffer.alloc(32, 0xab))
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  await rm(dataDir, { recursive: true })
})

// ACC-6
test('a key that cannot be read stops the start with one line', async () => {
  const dataDir = await dataFolder()
  await mkdir(path.join(dataDir, 'secret.key'))
  await expect(loadSecretKey({ secretKey: null, dataDir })).rejects.toThrow(
    /^\/\S+secret\.key must be a file that this user may read\.$/,
  )
  await rm(dataDir, { recursive: true })
})
