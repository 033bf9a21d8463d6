import { useCallback, useEffect, useState } from 'react'
import { sendUnsent } from './send-unsent.ts'
import { listUnsent, onUnsentChange } from './unsent.ts'

const FIRST_PAUSE_MS = 5_000
const LONGEST_PAUSE_MS = 5 * 60_000

/**
 * The unsent complaints of this device. While the page is visible they are sent, and tried again after growing pauses; also when the
 * browser says that it has a connection again.
 */
export function useUnsent(owner: string) {
  const [listed, setListed] = useState<Awaited<ReturnType<typeof listUnsent>>>({ own: [], othersCount: 0 })
  const [isSending, setSending] = useState(false)

  useEffect(() => {
    let isLeft = false
    const readAgain = () => void listUnsent(owner).then((found) => isLeft || setListed(found))
    readAgain()
    const stop = onUnsentChange(readAgain)
    return () => {
      isLeft = true
      stop()
    }
  }, [owner])

  const send = useCallback(async () => {
    setSending(true)
    // A browser that blocks storage has no locks, and nothing to send.
    const isDone = await sendUnsent().catch((error: unknown) => {
      console.warn('Unsent complaints cannot be sent:', error)
      return true
    })
    setSending(false)
    return isDone
  }, [])

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let pauseMs = FIRST_PAUSE_MS

    function sendAfter(waitMs: number) {
      clearTimeout(timer)
      timer = setTimeout(async () => {
        if (!navigator.onLine || document.hidden || (await send())) return
        pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)
        sendAfter(pauseMs)
      }, waitMs)
    }
    function sendAgainSoon(waitMs: number) {
      pauseMs = FIRST_PAUSE_MS
      sendAfter(waitMs)
    }
    const sendNow = () => sendAgainSoon(0)

    sendNow()
    const stop = onUnsentChange(() => sendAgainSoon(FIRST_PAUSE_MS))
    addEventListener('online', sendNow)
    document.addEventListener('visibilitychange', sendNow)
    return () => {
      clearTimeout(timer)
      stop()
      removeEventListener('online', sendNow)
      document.removeEventListener('visibilitychange', sendNow)
    }
  }, [send])

  return { ...listed, isSending, send: () => void send() }
}
