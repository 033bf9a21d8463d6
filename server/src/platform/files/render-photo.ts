import { open } from 'node:fs/promises'
import { PHOTO_SIDES, type PhotoSize, PREVIEW } from '@petsetu/contract/pets/pet-pictures.ts'
import { once } from '@petsetu/contract/platform/once.ts'
import pLimit from 'p-limit'
import type { Metadata, OutputInfo, Sharp } from 'sharp'
import { badRequest, HttpError } from '../errors.ts'
import type { PictureKind } from './content-kind.ts'

const WEBP_QUALITY = 78
const JPEG_QUALITY = 80
const PRINT_QUALITY = 88
// Enough to read a number plate. What came is kept beside it.
const SHOWN_SIDE_MAX = 2_560
const SHOWN_QUALITY = 90
// Twice the longest side that is shown.
const LOGO_SIDE_MAX = 320
const STORY_SIDE_MAX = 960

export type RenderedPhoto = {
  /** The large size, in pixels. */
  width: number
  height: number
  color: string
  sizes: Record<PhotoSize, Buffer>
  preview: Buffer
}

// The limit is for all features together, because each rendering holds up to 110 megabytes.
const RENDERED_AT_ONCE_MAX = 2
const rendering = pLimit(RENDERED_AT_ONCE_MAX)

/**
 * Renders a photo in all sizes: upright, in sRGB, without metadata, on white where it is transparent, and never enlarged. Only
 * the preview always has its full size. Rejects with 400 if the file is not one complete, still picture of this kind.
 */
export function renderPhoto(file: string, kind: PictureKind): Promise<RenderedPhoto> {
  return rendering(async () => {
    const { data, info } = await decode(file, kind, PHOTO_SIDES.large, (picture) =>
      picture.flatten({ background: '#ffffff' }).raw(),
    )
    return sizesOf(data, info)
  })
}

/** Renders a picture to be shown, in its own format: upright, in sRGB, without metadata. Rejects like `renderPhoto`. */
export function renderShown(file: string, kind: 'jpg' | 'png'): Promise<Buffer> {
  return rendering(async () => {
    const { data } = await decode(file, kind, SHOWN_SIDE_MAX, (picture) =>
      kind === 'jpg' ? picture.jpeg({ quality: SHOWN_QUALITY }) : picture.png(),
    )
    return data
  })
}

/** Renders a logo as a PNG of at most 256 colours, in base64. Rejects like `renderPhoto`. */
export function renderLogo(file: string, kind: PictureKind): Promise<{ png: string; width: number; height: number }> {
  return rendering(async () => {
    const { data, info } = await decode(file, kind, LOGO_SIDE_MAX, (picture) => picture.png({ palette: true }))
    return { png: data.toString('base64'), width: info.width, height: info.height }
  })
}

/** Renders the photo of the home page's story as WebP, in base64. Rejects like `renderPhoto`. */
export function renderStoryPhoto(
  file: string,
  kind: PictureKind,
): Promise<{ webp: string; width: number; height: number }> {
  return rendering(async () => {
    const { data, info } = await decode(file, kind, STORY_SIDE_MAX, (picture) =>
      picture.flatten({ background: '#ffffff' }).webp({ quality: WEBP_QUALITY }),
    )
    return { webp: data.toString('base64'), width: info.width, height: info.height }
  })
}

/** Stands for a picture that an earlier version accepted and that cannot be decoded. */
export async function blankPicture(kind: 'jpg' | 'png'): Promise<Buffer> {
  const sharp = await openSharp()
  const blank = sharp({ create: { width: 64, height: 64, channels: 3, background: '#808080' } })
  return (kind === 'jpg' ? blank.jpeg() : blank.png()).toBuffer()
}

async function sizesOf(data: Buffer, { width, height, channels }: OutputInfo): Promise<RenderedPhoto> {
  const sharp = await openSharp()
  const pixels = () => sharp(data, { raw: { width, height, channels } })
  return {
    width,
    height,
    color: await averageOf(pixels()),
    // One after the other, so that memory holds one at a time.
    sizes: {
      small: await shrunk(pixels(), PHOTO_SIDES.small),
      medium: await shrunk(pixels(), PHOTO_SIDES.medium),
      large: await shrunk(pixels(), PHOTO_SIDES.large),
    },
    preview: await pixels()
      .resize(PREVIEW.width, PREVIEW.height, { fit: 'cover', position: 'attention' })
      .jpeg({ quality: JPEG_QUALITY })
      .toBuffer(),
  }
}

export type PrintPhoto = { jpeg: Buffer; width: number; height: number }

/** A size of a stored photo for a PDF; with `crop`, cut to that shape in pixels. */
export async function printPhotoOf(photo: Buffer, crop?: { width: number; height: number }): Promise<PrintPhoto> {
  const sharp = await openSharp()
  const picture = crop ? sharp(photo).resize({ ...crop, fit: 'cover' }) : sharp(photo)
  const { data, info } = await picture.jpeg({ quality: PRINT_QUALITY }).toBuffer({ resolveWithObject: true })
  return { jpeg: data, width: info.width, height: info.height }
}

const shrunk = (photo: Sharp, side: number): Promise<Buffer> =>
  photo.resize(side, side, { fit: 'inside', withoutEnlargement: true }).webp({ quality: WEBP_QUALITY }).toBuffer()

async function averageOf(photo: Sharp): Promise<string> {
  const pixel = await photo.resize(1, 1, { fit: 'fill' }).raw().toBuffer()
  return `#${pixel.toString('hex', 0, 3)}`
}

const MEGAPIXELS_MAX = 50
const SECONDS_MAX = 20
// Enough for 24 megapixels of an ordinary progressive JPEG and 16 of a WebP. All of it is memory that the program needs on top.
const WHOLE_BYTES_MAX = 73_200_000
// The library for WebP decodes to red, green, blue and opacity, whatever the file has. A lossless one needs a little more.
const WEBP_BYTES_PER_PIXEL = 4.5
// More do not occur before the pixels of a real file.
const PNG_CHUNKS_MAX = 1_000
const oneAtATime = pLimit(1)

/** Loaded on demand, so that a program that renders no photo does not hold the library in memory. */
const openSharp = once(async () => {
  const { default: sharp } = await import('sharp')
  // Memory is bounded by the number of photos at a time alone: no cache, and one thread for each.
  sharp.cache(false)
  sharp.concurrency(1)
  // The library would also read SVG, PDF, TIFF and more.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] })
  return sharp
})

type Decoded = { data: Buffer; info: OutputInfo }

async function decode(
  file: string,
  kind: PictureKind,
  side: number,
  encode: (picture: Sharp) => Sharp,
): Promise<Decoded> {
  const sharp = await openSharp()
  const limits = { failOn: 'error', sequentialRead: true, limitInputPixels: MEGAPIXELS_MAX * 1_000_000 } as const
  // Reads the head only, whatever size that says.
  const head = await unlessDamaged(sharp(file, { ...limits, limitInputPixels: false }).metadata())
  await rejectUnfit(file, kind, head)
  const picture = sharp(file, limits)
    .autoOrient()
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .timeout({ seconds: SECONDS_MAX })
  const run = () => unlessDamaged(encode(picture).toBuffer({ resolveWithObject: true }))
  // A large result is memory, too.
  return wholeBytesOf(head) > 0 || side >= SHOWN_SIDE_MAX ? oneAtATime(run) : run()
}

async function rejectUnfit(file: string, kind: PictureKind, head: Metadata) {
  const { format, width, height, pages = 1 } = head
  if (width * height > MEGAPIXELS_MAX * 1_000_000)
    throw new HttpError(400, 'photo_too_many_pixels', { values: { max: MEGAPIXELS_MAX } })
  if (pages > 1 || (kind === 'png' && (await isAnimatedPng(file)))) throw badRequest('photo_animated')
  if (wholeBytesOf(head) > WHOLE_BYTES_MAX) throw badRequest('photo_too_heavy')
  if (format !== (kind === 'jpg' ? 'jpeg' : kind)) throw badRequest('photo_unreadable')
}

/** The bytes that the decoder holds of a picture that it cannot read by lines: WebP, interlaced or turned. */
function wholeBytesOf({
  format,
  width,
  height,
  channels,
  depth,
  isProgressive,
  chromaSubsampling,
  orientation = 1,
}: Metadata) {
  const pixels = width * height
  if (format === 'jpeg') return isProgressive ? pixels * 2 * (chromaSubsampling === '4:2:0' ? 1.5 : channels) : 0
  const turned = orientation > 1 ? pixels * channels : 0
  if (format === 'webp') return pixels * WEBP_BYTES_PER_PIXEL + turned
  return isProgressive || turned > 0 ? pixels * channels * (depth === 'ushort' ? 2 : 1) : 0
}

/** The library reads the first frame of an animated PNG and does not say that there are more. */
async function isAnimatedPng(file: string): Promise<boolean> {
  const handle = await open(file)
  try {
    const head = Buffer.alloc(8)
    for (let at = 8, chunks = 0; chunks < PNG_CHUNKS_MAX; chunks++) {
      const { bytesRead } = await handle.read(head, 0, head.length, at)
      const type = head.toString('latin1', 4)
      if (type === 'acTL') return true
      if (type === 'IDAT' || bytesRead < head.length) return false
      // The length of a chunk counts neither its length nor its type and checksum.
      at += head.readUInt32BE() + 12
    }
    throw badRequest('photo_unreadable')
  } finally {
    await handle.close()
  }
}

/** Blames the file for a failure of the library: the limits and the kind are checked, and the file is on our disk. */
async function unlessDamaged<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch {
    throw badRequest('photo_unreadable')
  }
}
