import { useEffect, useRef, useState } from 'react'
import { useText } from '../../platform/languages/use-text.tsx'
import { ErrorBoundary } from '../../platform/ui/feedback/error-boundary.tsx'
import buttons from '../../shared/public-buttons.module.css'
import page from './pet-detail-page.module.css'
import type { PetViewModel } from './pet-view-model.ts'
import styles from './qr-frame.module.css'

type QrPart = typeof import('../../shared/qr-canvas.tsx')

/** The pet's QR code, to save or to print. Its library is loaded after hydration; until then its space is reserved. */
export function QrFrame({ viewModel: { petId, petName, tag, pageAddress } }: { viewModel: PetViewModel }) {
  const text = useText()
  const failed = <p>{text('finder.qrFailed')}</p>
  const [part, setPart] = useState<QrPart | 'failed' | null>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    import('../../shared/qr-canvas.tsx').then(setPart, (error: unknown) => {
      console.error('The QR code could not be loaded:', error)
      setPart('failed')
    })
  }, [])
  const qr = part === 'failed' ? null : part

  async function save() {
    setFailed(false)
    try {
      if (qr && canvas.current) await qr.saveCanvasAsPng(canvas.current, qr.pngNameOf(petId))
    } catch (error) {
      console.warn('The picture could not be made:', error)
      setFailed(true)
    }
  }

  return (
    <section className={styles.frame} aria-labelledby="qr">
      <h2 id="qr">{text('finder.tagOf', { name: petName })}</h2>
      <div className={styles.code} aria-busy={part === null}>
        <ErrorBoundary fallback={failed}>
          {qr && <qr.QrCanvas ref={canvas} value={pageAddress} label={text('finder.qrLabel', { name: petName })} />}
        </ErrorBoundary>
        {part === 'failed' && failed}
      </div>
      <p className={page.tagId}>{tag}</p>
      <div className={styles.actions}>
        <button className={buttons.sideButton} type="button" disabled={!qr} onClick={save}>
          {text('finder.savePicture')}
        </button>
        <button className={buttons.sideButton} type="button" disabled={!qr} onClick={() => print()}>
          {text('finder.print')}
        </button>
      </div>
      {hasFailed && <p role="alert">{text('finder.pictureFailed')}</p>}
    </section>
  )
}
