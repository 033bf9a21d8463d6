import { PHOTO_SIDES, type PhotoSize, PREVIEW } from '@petsetu/contract/photo-sizes.ts'
import pLimit from 'p-limit'
import type { OutputInfo, Sharp } from 'sharp'
import type { PictureKind } from './content-kind.ts'
import { decode, openSharp } from './decode-picture.ts'

const WEBP_QUALITY = 78
const JPEG_QUALITY = 80
const PRINT_QUALITY = 88
// The whole picture of most phones.
const SHOWN_SIDE_MAX = 4_096
const SHOWN_QUALITY = 90
// Twice the longest side that is shown.
const LOGO_SIDE_MAX = 320

export type RenderedPhoto = {
  /** The large size, in pixels. */
  width: number
  height: number
  /** The average colour. */
  color: string
  sizes: Record<PhotoSize, Buffer>
  preview: Buffer
}

// The limit is for all features together, because each rendering holds up to a hundred megabytes.
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

/**
 * Renders a picture as it may be shown, of its own kind: upright, in sRGB, without metadata, and at most 4096 px on a side. Rejects
 * like `renderPhoto`.
 */
export function renderShown(file: string, kind: 'jpg' | 'png'): Promise<Buffer> {
  return rendering(async () => {
    const { data } = await decode(file, kind, SHOWN_SIDE_MAX, (picture) =>
      kind === 'jpg' ? picture.jpeg({ quality: SHOWN_QUALITY }) : picture.png(),
    )
    return data
  })
}

/**
 * Renders a logo as a small PNG of at most 256 colours, in base64: upright, without metadata, and transparent where it is. Rejects like
 * `renderPhoto`.
 */
export function renderLogo(file: string, kind: PictureKind): Promise<{ png: string; width: number; height: number }> {
  return rendering(async () => {
    const { data, info } = await decode(file, kind, LOGO_SIDE_MAX, (picture) => picture.png({ palette: true }))
    return { png: data.toString('base64'), width: info.width, height: info.height }
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

/** A JPEG for a PDF. */
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
