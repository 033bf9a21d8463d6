import { useEffect, useRef, useState } from 'react'
import page from './pet-detail-page.module.css'
import type { PetFacts } from './pet-facts.ts'
import styles from './qr-frame.module.css'

type QrPart = typeof import('../ui/qr-canvas.tsx')

/** The pet's QR code, to save or to print. Its library is fetched once the page is alive; until then its room is kept. */
export function QrFrame({ facts: { petId, petName, tag, pageAddress } }: { facts: PetFacts }) {
  const [part, setPart] = useState<QrPart | 'failed' | null>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    import('../ui/qr-canvas.tsx').then(setPart, (error: unknown) => {
      console.error('The QR code could not be loaded:', error)
      setPart('failed')
    })
  }, [])
  const qr = part === 'failed' ? null : part

  return (
    <section className={styles.frame} aria-labelledby="qr">
      <h2 id="qr">{petName}’s tag</h2>
      <div className={styles.code} aria-busy={part === null}>
        {qr && <qr.QrCanvas ref={canvas} value={pageAddress} label={`QR code of this page, for ${petName}’s tag`} />}
        {part === 'failed' && <p>The QR code could not be loaded. Reload the page to try again.</p>}
      </div>
      <p className={page.tagId}>{tag}</p>
      <div className={styles.actions}>
        <button
          className={page.sideButton}
          type="button"
          disabled={!qr}
          onClick={() => qr && canvas.current && qr.saveCanvasAsPng(canvas.current, qr.pngNameOf(petId))}
        >
          Save picture
        </button>
        <button className={page.sideButton} type="button" disabled={!qr} onClick={() => print()}>
          Print
        </button>
      </div>
    </section>
  )
}
