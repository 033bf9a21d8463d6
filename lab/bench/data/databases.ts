import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../../server/src/platform/db/embedded-postgres.ts'
import { databaseUrl } from '../../../server/test/database-server.ts'
import { fill } from './fill.ts'
import { BIG, SMALL } from './sizes.ts'

const FOLDER = process.env.BENCH_DIR ?? path.join(tmpdir(), 'petsetu-bench')
const MADE_FROM = [path.join(import.meta.dirname, '../../../server/migrations'), import.meta.dirname]

/** One PostgreSQL with the product's settings, holding a large and a small database. */
export type Databases = { big: string; small: string; postmaster: number; stop: () => Promise<void> }

/** Reuses the data of an earlier run unless migrations or rows have changed. */
export async function openDatabases(): Promise<Databases> {
  const stampFile = path.join(FOLDER, 'filled')
  const wanted = await fingerprint()
  const isFilled = existsSync(stampFile) && (await readFile(stampFile, 'utf8')) === wanted
  if (!isFilled) await removeOld()
  await mkdir(FOLDER, { recursive: true })
  const postgres = await startEmbeddedPostgres(FOLDER)
  const big = databaseUrl(postgres.url, 'big')
  const small = databaseUrl(postgres.url, 'small')
  if (!isFilled) {
    console.log(`Filling the databases in ${FOLDER} (once) …`)
    const startedAt = Date.now()
    await make(postgres.url, 'small').then(() => fill(small, SMALL))
    await make(postgres.url, 'big').then(() => fill(big, BIG))
    await writeFile(stampFile, wanted)
    console.log(`Filled in ${Math.round((Date.now() - startedAt) / 1_000)} s.`)
  }
  const pidFile = await readFile(path.join(FOLDER, 'postgres/postmaster.pid'), 'utf8')
  return { big, small, postmaster: Number(pidFile.split('\n')[0]), stop: postgres.stop }
}

/** Stops a server left over from a killed run before its folder is deleted. */
async function removeOld(): Promise<void> {
  if (!existsSync(path.join(FOLDER, 'postgres'))) return
  const left = await startEmbeddedPostgres(FOLDER)
  await left.stop()
  await rm(FOLDER, { recursive: true, force: true })
}

async function make(serverUrl: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  await client.query(`drop database if exists ${name}`)
  await client.query(`create database ${name}`)
  await client.end()
}

async function fingerprint(): Promise<string> {
  const hash = createHash('sha256')
  for (const folder of MADE_FROM)
    for (const file of (await readdir(folder)).sort()) hash.update(await readFile(path.join(folder, file)))
  return hash.digest('hex')
}
