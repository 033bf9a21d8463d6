import { type Ref, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import { encode } from 'uqr'

const SIZE_PX = 300
// The quiet zone of the standard, in modules. Without it a scanner may not find the code on a dark page.
const MARGIN_MODULES = 4

type QrCanvasProps = {
  value: string
  label: string
  /** Larger modules instead of the strongest correction, for a code that is read from a screen across a desk and does not wear off. */
  isForScreen?: boolean
  ref?: Ref<HTMLCanvasElement>
}

// A phone reads a code from ten times its width.
const ACROSS_A_DESK_PX = 420

/**
 * A QR code of `value`, dark on white in both colour schemes; `label` is for screen readers.
 * 300 px wide, narrower where its container is. `ref` receives the canvas, for `saveCanvasAsPng`.
 */
export function QrCanvas({ value, label, isForScreen = false, ref }: QrCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useImperativeHandle(ref, () => canvas.current as HTMLCanvasElement)
  const width = isForScreen ? ACROSS_A_DESK_PX : SIZE_PX
  useLayoutEffect(() => {
    if (canvas.current) draw(canvas.current, value, { width, ecc: isForScreen ? 'M' : 'H' })
  }, [value, width, isForScreen])
  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={label}
      style={{ display: 'block', width, maxWidth: '100%', height: 'auto' }}
    />
  )
}

type Look = { width: number; ecc: 'M' | 'H' }

function draw(canvas: HTMLCanvasElement, value: string, { width, ecc }: Look): void {
  const { data, size } = encode(value, { ecc, border: MARGIN_MODULES })
  const pixels = width * devicePixelRatio
  canvas.width = pixels
  canvas.height = pixels
  const context = canvas.getContext('2d')
  if (!context) return
  context.fillStyle = '#fff'
  context.fillRect(0, 0, pixels, pixels)
  context.scale(pixels / size, pixels / size)
  const dark = new Path2D()
  for (const [y, row] of data.entries()) {
    for (const [x, isDark] of row.entries()) if (isDark) dark.rect(x, y, 1, 1)
  }
  context.fillStyle = '#000'
  context.fill(dark)
}
