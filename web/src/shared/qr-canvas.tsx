import { QRCodeCanvas } from 'qrcode.react'
import type { Ref } from 'react'
import { saveFile } from '../lib/save-file.ts'

const SIZE_PX = 300
// The quiet zone of the standard, in modules. Without it a scanner may not find the code on a dark page.
const MARGIN_MODULES = 4

type QrCanvasProps = { value: string; label: string; ref?: Ref<HTMLCanvasElement> }

/**
 * A QR code of `value`, dark on white in both colour schemes; `label` is for screen readers.
 * 300 px wide, narrower where its container is. `ref` receives the canvas, for `saveCanvasAsPng`.
 */
export function QrCanvas({ value, label, ref }: QrCanvasProps) {
  return (
    <QRCodeCanvas
      ref={ref ?? null}
      value={value}
      size={SIZE_PX}
      level="H"
      marginSize={MARGIN_MODULES}
      bgColor="#ffffff"
      fgColor="#000000"
      aria-label={label}
      style={{ display: 'block', maxWidth: '100%', height: 'auto' }}
    />
  )
}

export function pngNameOf(petId: string): string {
  return `pet-id-${petId}.png`
}

export async function saveCanvasAsPng(canvas: HTMLCanvasElement, fileName: string): Promise<void> {
  const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!png) throw new Error(`The browser made no picture for ${fileName}`)
  saveFile(png, fileName)
}
