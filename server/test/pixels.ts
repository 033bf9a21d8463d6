import sharp from 'sharp'

// A JPEG that is encoded anew loses a little, most of it at edges.
const DIFFERENCE_MAX = 4

/** True if two pictures show the same, each upright by its own orientation. */
export async function samePixels(one: Buffer, other: Buffer): Promise<boolean> {
  const [first, second] = await Promise.all([pixelsOf(one), pixelsOf(other)])
  if (first.length !== second.length) return false
  const differences = first.reduce((sum, value, at) => sum + Math.abs(value - (second[at] ?? 0)), 0)
  return differences / first.length <= DIFFERENCE_MAX
}

const pixelsOf = (bytes: Buffer) =>
  sharp(bytes, { failOn: 'error' }).autoOrient().removeAlpha().toColourspace('srgb').raw().toBuffer()
