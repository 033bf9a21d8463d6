import { PNG } from 'pngjs'

/** The dark shapes of a picture without the white around them: how dark each of COLUMNS × ROWS parts is, from 0 to 1. */
type Shapes = { width: number; height: number; ink: number[] }

const COLUMNS = 300
const ROWS = 30

/** Reads dark shapes on a white ground. */
export function shapesOf(picture: Buffer): Shapes {
  const { width, height, data } = PNG.sync.read(picture)
  const darkness = (x: number, y: number) => 1 - (data[(y * width + x) * 4] ?? 255) / 255
  const columns = indices(width).filter((x) => indices(height).some((y) => darkness(x, y) > 0.5))
  const rows = indices(height).filter((y) => columns.some((x) => darkness(x, y) > 0.5))
  const [left = 0, top = 0] = [columns[0], rows[0]]
  const box = { width: (columns.at(-1) ?? 0) - left + 1, height: (rows.at(-1) ?? 0) - top + 1 }
  const ink = new Array<number>(COLUMNS * ROWS).fill(0)
  const share = (COLUMNS * ROWS) / (box.width * box.height)
  for (const y of indices(box.height)) {
    for (const x of indices(box.width)) {
      const part = Math.floor((y * ROWS) / box.height) * COLUMNS + Math.floor((x * COLUMNS) / box.width)
      ink[part] = (ink[part] ?? 0) + darkness(left + x, top + y) * share
    }
  }
  return { ...box, ink }
}

/** Returns the share of ink that lies in different places when both pictures are scaled to one size: 0 for none, 1 for all. */
export function difference(one: Shapes, other: Shapes): number {
  const total = (shapes: Shapes) => shapes.ink.reduce((sum, part) => sum + part, 0)
  const apart = one.ink.reduce((sum, part, index) => sum + Math.abs(part - (other.ink[index] ?? 0)), 0)
  return apart / (total(one) + total(other))
}

function indices(count: number): number[] {
  return [...new Array(count).keys()]
}
