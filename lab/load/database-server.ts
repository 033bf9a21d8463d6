import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../../server/src/platform/db/embedded-postgres.ts'
import { makeTemplate } from '../../server/test/database-server.ts'
import { printRows } from './rows.ts'

declare module 'vitest' {
  interface ProvidedContext {
    rowsFile: string
  }
}

/** One PostgreSQL with fsync for all profiles; prints the table at the end. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'petsetu-load-'))
  const postgres = await startEmbeddedPostgres(folder, { max_connections: '200' })
  await makeTemplate(postgres.url)
  const rowsFile = path.join(folder, 'rows.jsonl')
  project.provide('databaseServerUrl', postgres.url)
  project.provide('rowsFile', rowsFile)
  return async () => {
    const files = project.vitest.state.getTestModules().map(({ moduleId }) => moduleId)
    await printRows(rowsFile, files)
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
