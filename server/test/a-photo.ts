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
