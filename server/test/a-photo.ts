import path from 'node:path'
import sharp from 'sharp'

type Picture = {
  width?: number
  height?: number
  color?: string
  kind?: 'jpeg' | 'png' | 'webp'
  /** Makes a file of about three bytes a pixel, because noise cannot be compressed. */
  isNoise?: boolean
}

let count = 0

/** A picture of one colour, different from all others. */
export async function aPhoto({
  width = 400,
  height = 300,
  color,
  kind = 'jpeg',
  isNoise,
}: Picture = {}): Promise<Buffer<ArrayBuffer>> {
  const background = color ?? `#${(++count * 4_099).toString(16).padStart(6, '0').slice(-6)}`
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const bytes = await sharp({ create: { width, height, channels: 3, background, ...(isNoise && { noise }) } })
    .toFormat(kind)
    .toBuffer()
  return Buffer.from(bytes)
}

const PORTRAITS = path.join(import.meta.dirname, '../src/site/demo/portraits')

/** One of the animals of the demo, as a JPEG, for pages of which a picture is taken. */
export async function aPortrait(name: string): Promise<Buffer<ArrayBuffer>> {
  return Buffer.from(
    await sharp(path.join(PORTRAITS, `${name}.webp`))
      .jpeg()
      .toBuffer(),
  )
}

/** A JPEG that says that it lies on its side, as a phone held upright writes it. */
export async function aTurnedPhoto({ width, height, isProgressive = false }: Turned): Promise<Buffer> {
  return sharp(await aPhoto({ width, height }))
    .withMetadata({ orientation: 6 })
    .jpeg({ progressive: isProgressive })
    .toBuffer()
}

type Turned = { width: number; height: number; isProgressive?: boolean }

const GRADIENT = `<svg xmlns="http://www.w3.org/2000/svg" width="8000" height="2030">
  <linearGradient id="g"><stop stop-color="#000"/><stop offset="1" stop-color="#f80"/></linearGradient>
  <rect width="8000" height="2030" fill="url(#g)"/></svg>`

/** A small file that takes as much memory to decode as is accepted. */
export const aHeavyWebp = (): Promise<Buffer> =>
  sharp(Buffer.from(GRADIENT)).webp({ lossless: true, effort: 0 }).toBuffer()
