import { saveFile } from '../platform/lib/requests/save-file.ts'

export function pngNameOf(petId: string): string {
  return `pet-id-${petId}.png`
}

export async function saveCanvasAsPng(canvas: HTMLCanvasElement, fileName: string): Promise<void> {
  const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!png) throw new Error(`The browser made no picture for ${fileName}`)
  saveFile(png, fileName)
}
