import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Single inserts per second in PostgreSQL, measured with pgbench if it is installed (the npm package does not include it). */
export function insertsPerSecond(
  databaseUrl: string,
  sql: string,
  connections: number,
  seconds: number,
): { tool: string; measure: () => Promise<number> } {
  if (spawnSync('pgbench', ['--version']).status === 0) {
    return { tool: 'pgbench', measure: () => pgbench(databaseUrl, sql, connections, seconds) }
  }
  const program = path.join(import.meta.dirname, 'references/ri-inserts.ts')
  const args = [...process.execArgv, program, sql, String(connections), String(seconds * 1_000)]
  return {
    tool: 'pg',
    measure: async () =>
      Number((await run(process.execPath, args, { env: { ...process.env, DATABASE_URL: databaseUrl } })).stdout),
  }
}

async function pgbench(databaseUrl: string, sql: string, connections: number, seconds: number): Promise<number> {
  const folder = await mkdtemp(path.join(tmpdir(), 'petsetu-bench-script-'))
  try {
    const script = path.join(folder, 'insert.sql')
    await writeFile(script, `${sql};\n`)
    const options = [
      '--no-vacuum',
      '--protocol',
      'prepared',
      '--client',
      String(connections),
      '--time',
      String(seconds),
    ]
    const { stdout } = await run('pgbench', [...options, '--file', script, databaseUrl])
    return Number(/tps = ([\d.]+)/.exec(stdout)?.[1])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
