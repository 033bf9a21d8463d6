import { loadavg } from 'node:os'
import type { Databases } from './data/databases.ts'

export type Measured = {
  path: string
  ours: string
  reference: string
  /** Our figure divided by the reference, or the figure itself for an absolute goal. */
  ratio: number
  goal: string
  isReached: boolean
}

export type Line = Measured & { row: number }

/** A row of the goals: measures its paths and their references in turn. */
export type Row = (bench: { databases: Databases }) => Promise<Measured[]>

type Compared = { path: string; unit: string; ours: number; reference: number; ratio: number; name: string }

/** A line with a minimum ratio. */
export function atLeast(goal: number, compared: Compared): Measured {
  return { ...written(compared), goal: `≥ ${goal} × ${compared.name}`, isReached: compared.ratio >= goal }
}

/** A line with a maximum ratio. */
export function atMost(goal: number, compared: Compared): Measured {
  return { ...written(compared), goal: `≤ ${goal} × ${compared.name}`, isReached: compared.ratio <= goal }
}

/** A line with a maximum figure. */
export function below(limit: number, { path, unit, value }: { path: string; unit: string; value: number }): Measured {
  const ours = `${short(value)} ${unit}`
  return {
    path,
    ours,
    reference: '',
    ratio: limit === 0 ? value : value / limit,
    goal: `≤ ${limit} ${unit}`,
    isReached: value <= limit,
  }
}

/** Limits the time of a list, a filter or a search, in ms; it is stricter on a machine that did nothing else when the bench began. */
export const QUERY_MS_MAX = (loadavg()[0] ?? 0) < 0.5 ? 25 : 60

function written({ path, unit, ours, reference, ratio, name }: Compared) {
  return { path, ours: `${short(ours)} ${unit}`, reference: `${name} ${short(reference)} ${unit}`, ratio }
}

function short(value: number): string {
  return value >= 100 ? String(Math.round(value)) : value.toPrecision(3)
}

const HEADS = ['row', 'path', 'ours', 'reference', 'ratio', 'goal', '']

export function printTable(lines: Line[]): void {
  const rows = [HEADS, ...lines.map(cells)]
  const widths = HEADS.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  for (const row of rows)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
}

function cells({ row, path, ours, reference, ratio, goal, isReached }: Line): string[] {
  return [String(row), path, ours, reference, ratio.toFixed(2), goal, isReached ? 'reached' : 'NOT REACHED']
}
