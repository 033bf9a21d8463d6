import { Button } from '@mantine/core'
import { normalizePetId } from '@petsetu/contract/pets/pet-id.ts'
import type { BarcodeDetector as CodeReader } from 'qr/decode.js'
import { useEffect, useRef, useState } from 'react'
import { useText } from '../../platform/languages/use-text.tsx'
import { Notice } from '../../platform/ui/feedback/notice.tsx'
import card from '../../platform/ui/layout/card.module.css'
import classes from './camp-page.module.css'

type Props = { onTag: (tag: string) => void; onClose: () => void }

/** Reads tag after tag with the camera, as long as it is shown. */
export function Scanner({ onTag, onClose }: Props) {
  const text = useText()
  const video = useRef<HTMLVideoElement>(null)
  const [failure, setFailure] = useState<'camps.noReader' | 'camps.noCamera' | null>(null)

  useEffect(() => {
    const ending = new AbortController()
    void scan(video.current, onTag, ending.signal).catch((error: unknown) => {
      if (ending.signal.aborted) return
      console.warn('The camera cannot be used:', error)
      setFailure(error instanceof NoReader ? 'camps.noReader' : 'camps.noCamera')
    })
    return () => ending.abort()
  }, [onTag])

  return (
    <section className={card.card} aria-label={text('camps.scan')}>
      {failure ? (
        <Notice kind="info">{text(failure)}</Notice>
      ) : (
        <video ref={video} className={classes.video} playsInline muted aria-label={text('camps.camera')} />
      )}
      <Button variant="default" onClick={onClose}>
        {text('camps.stopScan')}
      </Button>
    </section>
  )
}

/** The library that reads codes could not be loaded. */
class NoReader extends Error {}

/** The browser's own reader of codes, or a library where it has none, as in Firefox and on iPhones. */
async function codeReader(): Promise<CodeReader> {
  const { BarcodeDetector: own } = globalThis as { BarcodeDetector?: typeof CodeReader }
  // A browser may have the class and read nothing, because its system has no reader.
  const isOwn = (await own?.getSupportedFormats().catch(() => null))?.includes('qr_code')
  const Reader = own && isOwn ? own : await loadReader()
  return new Reader({ formats: ['qr_code'] })
}

async function loadReader(): Promise<typeof CodeReader> {
  try {
    return (await import('qr/decode.js')).BarcodeDetector
  } catch (cause) {
    throw new NoReader(undefined, { cause })
  }
}

const EVERY_MS = 150
/** The same tag in front of the camera is one tag, not many. */
const SAME_TAG_MS = 3_000

async function scan(video: HTMLVideoElement | null, onTag: (tag: string) => void, signal: AbortSignal): Promise<void> {
  if (!video) return
  const reader = await codeReader()
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
  const stop = () => {
    for (const track of stream.getTracks()) track.stop()
  }
  if (signal.aborted) return stop()
  signal.addEventListener('abort', stop)
  video.srcObject = stream
  await video.play()

  let before = { tag: '', at: 0 }
  while (!signal.aborted) {
    const [tag] = (await reader.detect(video)).flatMap(({ rawValue }) => tagIn(rawValue) ?? [])
    if (tag && (tag !== before.tag || Date.now() - before.at > SAME_TAG_MS)) {
      navigator.vibrate?.(60)
      onTag(tag)
    }
    if (tag) before = { tag, at: Date.now() }
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS))
  }
}

/** The ID of a tag in its code, which is the address of its page. */
function tagIn(code: string): string | null {
  return normalizePetId(code.split(/[?#]/)[0]?.split('/').pop() ?? '')
}
