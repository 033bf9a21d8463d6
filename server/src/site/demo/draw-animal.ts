import sharp from 'sharp'

// Portraits of animals as soft toys in front of a blurred place: drawn by this program, so nobody else's.

type Rgb = [red: number, green: number, blue: number]
type Surface = 'fur' | 'feather' | 'skin' | 'wet' | 'eye' | 'slit'
/** An ellipsoid: its centre and radii as parts of the picture's side, how far it lies in front, its colour and surface. */
type Part = { x: number; y: number; rx: number; ry: number; z: number; color: Rgb; surface: Surface }
/** A point of a part: where it lies from the centre, in radii, and how much it faces the viewer. */
type Point = { part: Part; dx: number; dy: number; facing: number; distance: number }

const SIDE = 480
const LONG_SIDE = 640
const DARK: Rgb = [38, 28, 24]

function part(x: number, y: number, rx: number, ry: number, z: number, color: Rgb, surface: Surface = 'fur'): Part {
  return { x, y, rx, ry, z, color, surface }
}

/** The same part left and right of the middle. */
function pair(apart: number, ...[y, rx, ry, z, color, surface]: ParametersAfterFirst): Part[] {
  return [part(0.5 - apart, y, rx, ry, z, color, surface), part(0.5 + apart, y, rx, ry, z, color, surface)]
}
type ParametersAfterFirst = Parameters<typeof part> extends [number, ...infer Rest] ? Rest : never

const eyes = (apart: number, y: number, radius: number) => pair(apart, y, radius, radius, 0.34, [58, 34, 20], 'eye')

const BROWN: Rgb = [181, 121, 64]
const GREY: Rgb = [154, 146, 142]
const CREAM: Rgb = [238, 230, 220]
const TAN: Rgb = [196, 164, 126]
const GREEN: Rgb = [78, 166, 84]

/** Each animal faces the viewer; its head is in the middle. */
const ANIMALS: Record<string, Part[]> = {
  Dog: [
    part(0.5, 1.02, 0.33, 0.34, -0.1, [168, 110, 56]),
    part(0.5, 0.92, 0.16, 0.24, 0, [232, 208, 176]),
    part(0.5, 0.44, 0.25, 0.27, 0.1, BROWN),
    part(0.5, 0.575, 0.15, 0.13, 0.24, [226, 198, 162]),
    ...pair(0.055, 0.605, 0.085, 0.07, 0.29, [236, 212, 180]),
    ...pair(0.255, 0.42, 0.075, 0.21, 0.14, [112, 70, 34]),
    ...eyes(0.11, 0.42, 0.036),
    part(0.5, 0.53, 0.05, 0.036, 0.4, DARK, 'wet'),
  ],
  Cat: [
    part(0.5, 1.04, 0.3, 0.36, -0.1, [148, 140, 136]),
    ...pair(0.17, 0.22, 0.085, 0.15, 0, [140, 132, 128]),
    ...pair(0.17, 0.24, 0.045, 0.1, 0.08, [196, 146, 138]),
    part(0.5, 0.46, 0.26, 0.235, 0.1, GREY),
    ...pair(0.05, 0.56, 0.085, 0.07, 0.24, CREAM),
    part(0.5, 0.63, 0.07, 0.05, 0.2, CREAM),
    ...pair(0.11, 0.43, 0.048, 0.044, 0.32, [168, 176, 72], 'slit'),
    part(0.5, 0.515, 0.028, 0.02, 0.36, [190, 112, 108], 'wet'),
  ],
  Rabbit: [
    part(0.5, 1.02, 0.32, 0.36, -0.1, [226, 216, 204]),
    ...pair(0.1, 0.22, 0.062, 0.2, 0, [226, 216, 204]),
    ...pair(0.1, 0.23, 0.032, 0.15, 0.06, [222, 170, 160]),
    part(0.5, 0.5, 0.22, 0.24, 0.1, CREAM),
    ...pair(0.1, 0.58, 0.1, 0.09, 0.16, CREAM),
    ...pair(0.04, 0.61, 0.06, 0.05, 0.24, [246, 240, 232]),
    ...eyes(0.13, 0.46, 0.034),
    part(0.5, 0.565, 0.024, 0.017, 0.36, [206, 138, 132], 'wet'),
  ],
  Cow: [
    part(0.5, 1.1, 0.42, 0.4, -0.12, [236, 230, 222]),
    ...pair(0.17, 0.14, 0.03, 0.12, -0.02, [196, 180, 150], 'wet'),
    ...pair(0.31, 0.33, 0.14, 0.062, 0, [96, 64, 48]),
    part(0.5, 0.42, 0.2, 0.27, 0.1, [92, 60, 44]),
    part(0.5, 0.67, 0.165, 0.12, 0.22, [214, 166, 152], 'skin'),
    ...pair(0.065, 0.665, 0.024, 0.018, 0.32, [88, 52, 48], 'wet'),
    ...eyes(0.14, 0.38, 0.032),
  ],
  Goat: [
    part(0.5, 1.08, 0.34, 0.38, -0.12, [188, 156, 118]),
    ...pair(0.09, 0.15, 0.03, 0.14, -0.02, [110, 96, 82], 'wet'),
    ...pair(0.27, 0.42, 0.13, 0.05, 0.02, [164, 130, 94]),
    part(0.5, 0.42, 0.165, 0.24, 0.1, TAN),
    part(0.5, 0.6, 0.115, 0.12, 0.18, [214, 188, 154]),
    part(0.5, 0.78, 0.05, 0.14, 0.1, [222, 204, 178]),
    ...eyes(0.115, 0.4, 0.03),
    part(0.5, 0.635, 0.05, 0.024, 0.3, [70, 54, 48], 'wet'),
  ],
  Parrot: [
    part(0.5, 1, 0.26, 0.42, -0.1, [58, 140, 66], 'feather'),
    ...pair(0.2, 1, 0.12, 0.36, -0.05, [44, 116, 58], 'feather'),
    part(0.5, 0.42, 0.2, 0.2, 0.1, GREEN, 'feather'),
    part(0.5, 0.57, 0.17, 0.05, 0.12, [206, 84, 110], 'feather'),
    ...pair(0.105, 0.4, 0.05, 0.05, 0.2, [222, 214, 190], 'skin'),
    ...eyes(0.105, 0.4, 0.026),
    part(0.5, 0.49, 0.062, 0.1, 0.32, [200, 62, 44], 'wet'),
  ],
}

type Place = { far: Rgb; light: Rgb; ground: Rgb }

const PLACES: Place[] = [
  { far: [96, 128, 84], light: [168, 184, 120], ground: [122, 104, 78] },
  { far: [110, 134, 158], light: [196, 206, 212], ground: [136, 128, 118] },
  { far: [176, 140, 92], light: [224, 196, 146], ground: [120, 96, 70] },
  { far: [120, 106, 120], light: [196, 170, 176], ground: [108, 92, 84] },
]

/** The coats of a kind, each as the parts of red, green and blue that it keeps. */
const COATS: Record<string, Rgb[]> = {
  Dog: [
    [1, 1, 1],
    [0.42, 0.5, 0.72],
    [1.2, 1.42, 1.9],
    [1.22, 1.02, 0.78],
  ],
  Cat: [
    [1, 1, 1],
    [1.32, 0.92, 0.55],
    [0.42, 0.42, 0.46],
  ],
  Rabbit: [
    [1, 1, 1],
    [0.78, 0.64, 0.5],
  ],
}

// Each animal takes most of a second to draw.
const cutOuts = new Map<string, Promise<Buffer>>()

/** Draws an animal of this kind as a JPEG; `number` chooses the coat and the place, and every fifth picture is upright. */
export async function drawAnimal(kind: string, number: number): Promise<Buffer> {
  const [width, height] = number % 5 === 2 ? [SIDE, LONG_SIDE] : [LONG_SIDE, SIDE]
  const name = kind in ANIMALS ? kind : 'Parrot'
  const cutOut = cutOuts.get(name) ?? drawCutOut(ANIMALS[name] ?? [])
  cutOuts.set(name, cutOut)
  const coats = COATS[name] ?? []
  const [red, green, blue] = coats[number % coats.length] ?? [1, 1, 1]
  const animal = await sharp(await cutOut)
    .linear([red, green, blue, 1], [0, 0, 0, 0])
    .png()
    .toBuffer()
  const { data } = await sharp(await drawPlace(PLACES[number % PLACES.length] ?? PLACES[0], number, width, height))
    .composite([{ input: animal, left: (width - SIDE) / 2, top: height - SIDE }])
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  darkenEdges(data, width, height, number)
  return sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 88 })
    .toBuffer()
}

const LIGHTS = 26
// The place is so blurred that a quarter of its pixels in each direction is enough.
const COARSE = 4

/** A place out of focus: what is far, spots of light, and the ground. */
function drawPlace(place: Place | undefined, seed: number, width: number, height: number): Promise<Buffer> {
  const { far, light, ground } = place ?? { far: DARK, light: DARK, ground: DARK }
  const [w, h] = [width / COARSE, height / COARSE]
  const lights = Array.from({ length: LIGHTS }, (_, index) => ({
    x: random(index, 1, seed) * w,
    y: random(index, 2, seed) * h * 0.75,
    radius: 5 + random(index, 3, seed) * 10,
    strength: random(index, 4, seed) * 0.34,
  }))
  const pixels = Buffer.alloc(w * h * 3)
  for (let y = 0; y < h; y++)
    for (let x = 0; x < w; x++) {
      let color = mix(far, ground, clamp((y / h - 0.62) * 5))
      for (const one of lights)
        if (Math.hypot(x - one.x, y - one.y) < one.radius) color = mix(color, light, one.strength)
      pixels.set(scaled(color, 0.92 + 0.16 * noise(x / 15, y / 15, seed)), (y * w + x) * 3)
    }
  return sharp(pixels, { raw: { width: w, height: h, channels: 3 } })
    .blur(2.4)
    .resize(width, height)
    .png()
    .toBuffer()
}

/** The animal alone on a transparent square. */
function drawCutOut(parts: Part[]): Promise<Buffer> {
  const pixels = Buffer.alloc(SIDE * SIDE * 4)
  for (let row = 0; row < SIDE; row++)
    for (let column = 0; column < SIDE; column++) {
      const [x, y] = [column / SIDE, row / SIDE]
      const point = nearest(parts, x, y)
      if (!point) continue
      const color = scaled(colorOf(point, x, y), shadowOn(point.part, parts, x, y))
      pixels.set([...color, 255], (row * SIDE + column) * 4)
    }
  return sharp(pixels, { raw: { width: SIDE, height: SIDE, channels: 4 } })
    .blur(0.7)
    .png()
    .toBuffer()
}

/** The point of the parts that is seen here; the edges of fur are ragged. */
function nearest(parts: Part[], x: number, y: number): Point | null {
  let seen: Point | null = null
  let height = Number.NEGATIVE_INFINITY
  for (const part of parts) {
    const [dx, dy] = [(x - part.x) / part.rx, (y - part.y) / part.ry]
    if (Math.abs(dx) > 1.1 || Math.abs(dy) > 1.1) continue
    const distance = dx * dx + dy * dy
    if (distance > (1 + raggedness(part, Math.atan2(dy, dx))) ** 2) continue
    const facing = Math.sqrt(1 - Math.min(1, distance))
    const here = part.z + Math.min(part.rx, part.ry) * facing * 0.9
    if (here <= height) continue
    height = here
    seen = { part, dx, dy, facing, distance }
  }
  return seen
}

function raggedness({ surface }: Part, angle: number): number {
  if (surface !== 'fur' && surface !== 'feather') return 0
  return (noise(angle * 26 + 40, 3, 7) * 0.6 + noise(angle * 70 + 90, 5, 1) * 0.4 - 0.5) * 0.11
}

function colorOf(point: Point, x: number, y: number): Rgb {
  const { part, dx, dy, facing, distance } = point
  const { color, surface } = part
  if (surface === 'eye' || surface === 'slit') return eyeColor(point)
  const normal = unit([dx * 0.55, dy * 0.55, 0.35 + facing])
  const shade = 0.5 + 0.62 * Math.max(0, dot(normal, LIGHT))
  if (surface === 'fur' || surface === 'feather') {
    const fading = 1 - (0.22 * Math.max(0, Math.sqrt(distance) - 0.78)) / 0.22
    return scaled(color, shade * strands(surface, x, y) * fading)
  }
  const gloss = surface === 'wet' ? 0.7 * Math.max(0, dot(normal, GLOSS)) ** 26 : 0
  return scaled(mix(color, [255, 255, 255], gloss), shade * (0.9 + 0.14 * noise(x * 120, y * 120, 1)))
}

/** The brightness of the hairs, which lie around the middle of the head. */
function strands(surface: Surface, x: number, y: number): number {
  const far = Math.hypot(x - 0.5, y - 0.42) * SIDE
  const along = Math.atan2(y - 0.42, x - 0.5) * Math.max(20, far)
  const fine = noise(along / 1.5, far / (surface === 'feather' ? 9 : 16), 1)
  const coarse = noise(along / 3.4, far / 26, 3)
  return 0.72 + 0.42 * (fine * 0.55 + coarse * 0.45) + 0.16 * noise(x * 9, y * 9, 11)
}

function eyeColor({ part: { color, surface }, dx, dy, distance }: Point): Rgb {
  if ((dx + 0.34) ** 2 + (dy + 0.4) ** 2 < 0.05) return [250, 250, 250]
  if (distance > 0.8) return [26, 18, 16]
  const isPupil = surface === 'slit' ? (dx / 0.3) ** 2 + (dy / 0.86) ** 2 < 1 : distance < 0.5
  return isPupil ? [10, 8, 8] : scaled(color, 0.85 + 0.15 * (dy + 1))
}

/** A part in front throws a shadow on what lies behind and below it. */
function shadowOn(part: Part, parts: Part[], x: number, y: number): number {
  let shadow = 1
  for (const one of parts) {
    if (one.z <= part.z + 0.03) continue
    const [dx, dy] = [(x - 0.012 - one.x) / (one.rx * 1.12), (y - 0.022 - one.y) / (one.ry * 1.12)]
    shadow = Math.min(shadow, 0.78 + 0.22 * (dx * dx + dy * dy))
  }
  return shadow
}

/** As a lens does, with the grain of a small camera. */
function darkenEdges(pixels: Buffer, width: number, height: number, seed: number): void {
  for (let at = 0; at < pixels.length; at++) {
    const [x, y] = [Math.floor(at / 3) % width, Math.floor(at / 3 / width)]
    const edge = 1 - 0.68 * ((x / width - 0.5) ** 2 + (y / height - 0.5) ** 2)
    pixels[at] = clamp(((pixels[at] ?? 0) * edge + (random(x, y, seed) - 0.5) * 6) / 255) * 255
  }
}

type Vector = [number, number, number]

const dot = (one: Vector, other: Vector) => one[0] * other[0] + one[1] * other[1] + one[2] * other[2]
function unit(vector: Vector): Vector {
  const length = Math.hypot(...vector)
  return [vector[0] / length, vector[1] / length, vector[2] / length]
}
// From the upper left, in front.
const LIGHT = unit([-0.5, -0.62, 0.6])
const GLOSS = unit([-0.35, -0.6, 0.72])

const clamp = (value: number) => Math.max(0, Math.min(1, value))
const scaled = (color: Rgb, by: number): Rgb => [
  Math.min(255, color[0] * by),
  Math.min(255, color[1] * by),
  Math.min(255, color[2] * by),
]
const mix = (one: Rgb, other: Rgb, share: number): Rgb => [
  one[0] + (other[0] - one[0]) * share,
  one[1] + (other[1] - one[1]) * share,
  one[2] + (other[2] - one[2]) * share,
]

/** From 0 to 1, always the same for the same numbers. */
function random(x: number, y: number, seed: number): number {
  const mixed = Math.imul(x, 374_761_393) ^ Math.imul(y, 668_265_263) ^ Math.imul(seed, 2_147_483_647)
  const again = Math.imul(mixed ^ (mixed >>> 13), 1_274_126_177)
  return ((again ^ (again >>> 16)) >>> 0) / 4_294_967_295
}

/** Smooth values from 0 to 1 over the plane: random ones at whole numbers, blended between them. */
function noise(x: number, y: number, seed: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)]
  const [across, down] = [smooth(x - left), smooth(y - top)]
  const above = random(left, top, seed) + (random(left + 1, top, seed) - random(left, top, seed)) * across
  const below = random(left, top + 1, seed) + (random(left + 1, top + 1, seed) - random(left, top + 1, seed)) * across
  return above + (below - above) * down
}

const smooth = (share: number) => share * share * (3 - 2 * share)
