const SIDE_MAX = 2048
const JPEG_QUALITY = 0.9

/**
 * A photo of at most 2048 px, or `sideMax`, on its longest side, upright, so that a phone sends a tenth of what its camera took. What this
 * browser cannot decode, and what is small enough, stays as it is: the server has the last word.
 */
export async function shrinkPhoto(file: File, sideMax = SIDE_MAX): Promise<File> {
  const bitmap = await createImageBitmap(file).catch(() => null)
  if (!bitmap) return file
  try {
    const scale = sideMax / Math.max(bitmap.width, bitmap.height)
    if (scale >= 1) return file
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(bitmap.width * scale)
    canvas.height = Math.round(bitmap.height * scale)
    const context = canvas.getContext('2d')
    if (!context) return file
    // A transparent PNG would get a black background.
    context.fillStyle = '#ffffff'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.imageSmoothingQuality = 'high'
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY))
    return blob ? new File([blob], file.name, { type: blob.type }) : file
  } finally {
    bitmap.close()
  }
}
