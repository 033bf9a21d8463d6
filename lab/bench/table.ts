import type { Line } from './row.ts'

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
