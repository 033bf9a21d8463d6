import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { checkedManifest } from '../../server/src/site/backup/manifest.ts'

/** The version before this release, ready to run. */
export type FormerVersion = {
  commit: string
  /** The file of its program. */
  program: string
  /** The name of its last migration. */
  lastMigration: string
}

const ROOT = path.join(import.meta.dirname, '../..')
const RELEASES = path.join(ROOT, 'server/test/releases')

const BUILD = "const { install, build } = await import('./scripts/prepare.mjs'); await install(); await build()"
const OUTPUT_BYTES_MAX = 64 * 1024 * 1024

const run = promisify(execFile)

/** The history here does not hold the version before. */
export class HistoryError extends Error {}

/** Takes its files from the repository's history, and installs and builds them as `npm start` does; a second time this takes a moment. */
export async function buildFormerVersion(): Promise<FormerVersion> {
  const release = path.join(RELEASES, (await readdir(RELEASES)).sort().at(-1) ?? '')
  const commit = (await readFile(path.join(release, 'commit'), 'utf8')).trim()
  const { migrations } = await checkedManifest(release)
  const folder = path.join(tmpdir(), `petsetu-${commit.slice(0, 12)}`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await checkOut(commit, folder)
  console.log(`Installing and building the version before, ${commit.slice(0, 12)}, in ${folder} …`)
  await run(process.execPath, ['--input-type=module', '--eval', BUILD], { cwd: folder, maxBuffer: OUTPUT_BYTES_MAX })
  return {
    commit,
    program: path.join(folder, 'server/src/main.ts'),
    lastMigration: migrations.at(-1) ?? '',
  }
}

async function checkOut(commit: string, folder: string): Promise<void> {
  const archive = path.join(folder, 'files.tar')
  try {
    await run('git', ['archive', '--output', archive, commit], { cwd: ROOT })
  } catch (cause) {
    throw new HistoryError(
      `The version before this release, commit ${commit}, is not in the history here: fetch all of it (git fetch --unshallow).`,
      { cause },
    )
  }
  await run('tar', ['--extract', '--file', archive, '--directory', folder])
  await rm(archive)
}
