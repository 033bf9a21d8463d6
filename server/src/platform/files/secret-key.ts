import { randomBytes } from 'node:crypto'
import { chmod, link, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../config/config.ts'
import { ConfigError } from '../errors.ts'
import { writeThrough } from './private-folder.ts'

const BYTES = 32

/** The key from SECRET_KEY, otherwise from the file `secret.key`, which the first start creates. */
export async function loadSecretKey({ secretKey, dataDir }: Pick<Config, 'secretKey' | 'dataDir'>): Promise<Buffer> {
  if (secretKey) return secretKey
  const file = path.join(dataDir, 'secret.key')
  const text = (await readOrNull(file)) ?? (await createKeyFile(file))
  const key = Buffer.from(text.trim(), 'hex')
  if (key.length !== BYTES)
    throw new ConfigError(`SECRET_KEY must be set, or ${file} must hold the key it was made with.`)
  await closeToOthers(file)
  return key
}

/** Somebody may have copied it here from another machine. Where nothing can be changed, the file stays as it is. */
async function closeToOthers(file: string): Promise<void> {
  const { mode } = await stat(file)
  if ((mode & 0o077) !== 0) await chmod(file, 0o600).catch(() => {})
}

/** Two programs may start on one folder at the same time: linking decides which key it is. */
async function createKeyFile(file: string): Promise<string> {
  const own = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`
  await writeFile(own, `${randomBytes(BYTES).toString('hex')}\n`, { mode: 0o600, flag: 'wx', flush: true })
  try {
    await link(own, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  } finally {
    await rm(own)
  }
  await writeThrough(path.dirname(file))
  return readFile(file, 'utf8')
}

async function readOrNull(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8')
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw new ConfigError(`${file} must be a file that this user may read.`, { cause })
  }
}
