// Without zod, because the public page imports it.
import type { Species } from './pet-facts.ts'

export const PHOTO_BYTES_MAX = 10 * 1024 * 1024
export const PHOTOS_A_PET_MAX = 4

/** The longest side of each size in pixels. A photo that is smaller is not enlarged. */
export const PHOTO_SIDES = { small: 320, medium: 800, large: 1600 }
export type PhotoSize = keyof typeof PHOTO_SIDES

/** The picture of link previews; the photo is cut to this shape. */
export const PREVIEW = { width: 1200, height: 630 }

/** The address of a photo's files, one for each size. It changes with the content. */
export const PHOTO_PATH = '/photos/{file}'

export const photoFile = (name: string, size: PhotoSize) => `${name}-${size}.webp`
export const previewFile = (name: string) => `${name}-preview.jpg`

type Sized = { width: number; height: number; urls: Record<PhotoSize, string> }

export const largestFileOf = ({ urls }: Sized) => urls.large.slice(urls.large.lastIndexOf('/') + 1)

export const previewUrlOf = ({ urls }: Sized) => urls.large.replace('-large.webp', '-preview.jpg')

/** The `srcset` of a photo. `width` and `height` are those of its largest size. */
export function srcSetOf({ width, height, urls }: Sized): string {
  const sizes = Object.entries(PHOTO_SIDES) as [PhotoSize, number][]
  return sizes
    .map(([size, side]) => `${urls[size]} ${Math.round(width * Math.min(1, side / Math.max(width, height)))}w`)
    .join(', ')
}

export const drawingOf = (species: Species): string => `/species-${species}.svg`
