import type { Databases } from './data/databases.ts'

/** One line of the table. */
export type Measured = {
  path: string
  ours: string
  reference: string
  /** Ours by the reference's, or the figure itself where the goal is one. */
  ratio: number
  goal: string
  isReached: boolean
}

export type Line = Measured & { row: number }

/** A row of the goals: measures its paths, alternating with their references. */
export type Row = (bench: { databases: Databases }) => Promise<Measured[]>

type Compared = { path: string; unit: string; ours: number; reference: number; ratio: number; name: string }

/** A line whose goal is a ratio of at least so much. */
export function atLeast(goal: number, compared: Compared): Measured {
  return { ...written(compared), goal: `≥ ${goal} × ${compared.name}`, isReached: compared.ratio >= goal }
}

/** A line whose goal is a ratio of at most so much. */
export function atMost(goal: number, compared: Compared): Measured {
  return { ...written(compared), goal: `≤ ${goal} × ${compared.name}`, isReached: compared.ratio <= goal }
}

/** A line whose goal is a plain figure that is not to be passed. */
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

function written({ path, unit, ours, reference, ratio, name }: Compared) {
  return { path, ours: `${short(ours)} ${unit}`, reference: `${name} ${short(reference)} ${unit}`, ratio }
}

function short(value: number): string {
  return value >= 100 ? String(Math.round(value)) : value.toPrecision(3)
}
