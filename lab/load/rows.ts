import { appendFile, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Answer, Outcome } from '../../server/test/offered-load.ts'
import type { ServerProcess } from '../../server/test/server-process.ts'

const MIB = 1024 * 1024

/** The result of one profile. */
export type Row = {
  profile: string
  outcome: Outcome
  /** Failures, one message each. */
  faults: string[]
  /** In bytes, before and after the load. */
  memory?: [number, number]
  openFiles?: [number, number]
  goal: string
  reached: string
  isReached: boolean
}

/** The response time in milliseconds at this percentile (0 to 1). */
export function percentile(answers: Answer[], part: number): number {
  const times = answers.map(({ ms }) => ms).sort((a, b) => a - b)
  return Math.round(times[Math.min(times.length - 1, Math.floor(part * times.length))] ?? 0)
}

/** Requests without an answer, or with a 5xx other than 503: neither may occur. */
export function failuresOf({ answers, unanswered }: Outcome): string[] {
  const broken = answers.filter(({ status }) => status >= 500 && status !== 503)
  return [...unanswered, ...broken.map(({ what, status, body }) => `${what}: ${status} ${body}`)]
}

export const refusedIn = ({ answers }: Outcome): Answer[] => answers.filter(({ status }) => status === 503)

/** Memory and open files of a process, before and after. */
export async function holdings(
  node: ServerProcess,
): Promise<() => Promise<Required<Pick<Row, 'memory' | 'openFiles'>>>> {
  const look = async () => [await node.memory(), await node.openFiles()] as const
  const [memoryBefore, filesBefore] = await look()
  return async () => {
    const [memory, files] = await look()
    return { memory: [memoryBefore, memory], openFiles: [filesBefore, files] }
  }
}

/** Samples a value at intervals until the samples are read. */
export function sampled(count: () => Promise<number>, everyMs: number): () => number[] {
  const samples: number[] = []
  const timer = setInterval(async () => samples.push(await count()), everyMs)
  return () => {
    clearInterval(timer)
    return samples
  }
}

export async function keepRow(rowsFile: string, file: string, row: Row): Promise<void> {
  const { answers, requests, senderLateMs } = row.outcome
  const cells = {
    profile: row.profile,
    requests,
    failed: row.faults.length,
    '503s': refusedIn(row.outcome).length,
    p50: percentile(answers, 0.5),
    p95: percentile(answers, 0.95),
    p99: percentile(answers, 0.99),
    'max ms': percentile(answers, 1),
    'RSS MiB': row.memory ? row.memory.map((bytes) => Math.round(bytes / MIB)).join(' → ') : '',
    fds: row.openFiles ? row.openFiles.join(' → ') : '',
    goal: row.goal,
    'sender late': Math.round(senderLateMs),
    'came to': row.reached,
    '': verdictOn(row),
  }
  await appendFile(rowsFile, `${JSON.stringify({ file, cells })}\n`)
}

// The load generator runs on the same machine: if it fell behind by more, its response times say nothing.
const SENDER_LATE_MS_MAX = 100

/** Failures count even if the machine was too busy to measure times. */
function verdictOn({ faults, isReached, outcome }: Row): string {
  if (faults.length > 0) return 'NOT REACHED'
  if (isReached) return 'reached'
  return outcome.senderLateMs > SENDER_LATE_MS_MAX ? 'NOT TOLD: the machine was too busy' : 'NOT REACHED'
}

type Cells = Record<string, string | number>

/** Prints the table. A profile without a result counts as not reached. */
export async function printRows(rowsFile: string, files: string[]): Promise<void> {
  const text = await readFile(rowsFile, 'utf8').catch(() => '')
  const kept = text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { file: string; cells: Cells })
  const missing = files.filter((file) => !kept.some((row) => row.file === file))
  const rows: Cells[] = [
    ...kept.map(({ cells }) => cells),
    ...missing.map((file) => ({ profile: path.basename(file), '': 'BROKE OFF' })),
  ]
  const heads = Object.keys(kept[0]?.cells ?? rows[0] ?? {})
  const lines = [heads, ...rows.map((row) => heads.map((head) => String(row[head] ?? '')))]
  const widths = heads.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  const padded = lines.map((line) =>
    line
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  console.log(`\n${padded.join('\n')}\n`)
}
