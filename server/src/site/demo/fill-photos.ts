import { Readable } from 'node:stream'
import sharp from 'sharp'
import { insertPhoto } from '../../pets/photo-queries.ts'
import type { Services } from '../../services.ts'

/** Draws a photo of every pet but each fourth, so that both kinds of cards can be seen. Returns their number. */
export async function fillPhotos({ db, photos }: Services): Promise<number> {
  const pets = await db.selectFrom('pets').select(['id', 'pet_type']).orderBy('id').execute()
  const photographed = pets.filter((_, index) => index % 4 !== 3)
  for (const [number, { id, pet_type: kind }] of photographed.entries()) {
    const received = await photos.receive(Readable.from(await drawAnimal(kind, number)))
    const kept = await photos.keep(received)
    await photos.discard(received)
    await db.transaction().execute((transaction) => insertPhoto(transaction, id, kept))
  }
  return photographed.length
}

type Rgb = [red: number, green: number, blue: number]
/** An ellipse, with its centre and radii as parts of the picture's height, in this colour. */
type Ellipse = [x: number, y: number, radiusX: number, radiusY: number, color: Rgb]

const [WIDTH, HEIGHT] = [640, 480]
const DARK: Rgb = [45, 38, 34]
const PINK: Rgb = [222, 160, 150]

const BACKGROUNDS: Rgb[] = [
  [143, 185, 150],
  [157, 180, 211],
  [231, 203, 146],
  [205, 170, 190],
]

/** The marks that tell the animals apart: the colour of the coat, ears, horns, a beak. All face the viewer; the middle is at 0.5, 0.5. */
const ANIMALS: Record<string, { coat: Rgb; behind: Ellipse[]; before?: Ellipse[] }> = {
  Dog: {
    coat: [181, 121, 60],
    behind: [],
    before: [
      [0.2, 0.45, 0.08, 0.2, [128, 82, 38]],
      [0.8, 0.45, 0.08, 0.2, [128, 82, 38]],
    ],
  },
  Cat: {
    coat: [150, 150, 158],
    behind: [
      [0.3, 0.25, 0.08, 0.13, [150, 150, 158]],
      [0.7, 0.25, 0.08, 0.13, [150, 150, 158]],
      [0.3, 0.26, 0.04, 0.08, PINK],
      [0.7, 0.26, 0.04, 0.08, PINK],
    ],
  },
  Rabbit: {
    coat: [238, 232, 224],
    behind: [
      [0.38, 0.15, 0.06, 0.24, [238, 232, 224]],
      [0.62, 0.15, 0.06, 0.24, [238, 232, 224]],
      [0.38, 0.17, 0.03, 0.18, PINK],
      [0.62, 0.17, 0.03, 0.18, PINK],
    ],
  },
  Cow: {
    coat: [240, 236, 230],
    behind: [
      [0.33, 0.16, 0.03, 0.13, [200, 186, 160]],
      [0.67, 0.16, 0.03, 0.13, [200, 186, 160]],
      [0.15, 0.38, 0.14, 0.06, [120, 80, 60]],
      [0.85, 0.38, 0.14, 0.06, [120, 80, 60]],
    ],
    before: [[0.5, 0.7, 0.2, 0.13, PINK]],
  },
  Goat: {
    coat: [196, 164, 126],
    behind: [
      [0.42, 0.14, 0.03, 0.17, [120, 104, 88]],
      [0.58, 0.14, 0.03, 0.17, [120, 104, 88]],
      [0.16, 0.45, 0.15, 0.05, [160, 130, 98]],
      [0.84, 0.45, 0.15, 0.05, [160, 130, 98]],
    ],
  },
  Parrot: {
    coat: [70, 160, 84],
    behind: [[0.5, 0.2, 0.05, 0.13, [70, 160, 84]]],
    before: [[0.5, 0.6, 0.07, 0.11, [206, 62, 48]]],
  },
}

const FACE: Ellipse[] = [
  [0.4, 0.45, 0.035, 0.045, DARK],
  [0.6, 0.45, 0.035, 0.045, DARK],
  [0.5, 0.6, 0.045, 0.03, DARK],
]

/** A drawn picture of an animal of this kind, as a PNG. */
async function drawAnimal(kind: string, number: number): Promise<Buffer> {
  const { coat, behind, before = [] } = ANIMALS[kind === 'Parakeet' ? 'Parrot' : kind] ?? { coat: DARK, behind: [] }
  const shapes: Ellipse[] = [...behind, [0.5, 0.52, 0.3, 0.32, coat], ...before, ...FACE]
  const background = BACKGROUNDS[number % BACKGROUNDS.length] ?? DARK
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 3)
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      // The drawing is a square in the middle.
      const [across, down] = [(x - (WIDTH - HEIGHT) / 2) / HEIGHT, y / HEIGHT]
      const on = shapes.findLast(([cx, cy, rx, ry]) => ((across - cx) / rx) ** 2 + ((down - cy) / ry) ** 2 <= 1)
      pixels.set(on?.[4] ?? background, (y * WIDTH + x) * 3)
    }
  }
  return sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .png()
    .toBuffer()
}
