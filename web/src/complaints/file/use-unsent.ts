import { useCallback, useEffect, useState } from 'react'
import { sendUnsent } from './send-unsent.ts'
import { listUnsent, onUnsentChange, type Unsent } from './unsent.ts'

/** The owner's unsent complaints. They are sent while the page is visible and there is a connection. */
export function useUnsent(owner: string) {
  const [unsent, setUnsent] = useState<Unsent[]>([])
  const [isSending, setSending] = useState(false)

  useEffect(() => {
    let isLeft = false
    const readAgain = () => void listUnsent(owner).then((listed) => isLeft || setUnsent(listed))
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
    await sendUnsent(owner).catch((error: unknown) => console.warn('Unsent complaints cannot be sent:', error))
    setSending(false)
  }, [owner])

  useEffect(() => {
    const sendIfPossible = () => {
      if (navigator.onLine && !document.hidden) void send()
    }
    sendIfPossible()
    addEventListener('online', sendIfPossible)
    document.addEventListener('visibilitychange', sendIfPossible)
    return () => {
      removeEventListener('online', sendIfPossible)
      document.removeEventListener('visibilitychange', sendIfPossible)
    }
  }, [send])

  return { unsent, isSending, send: () => void send() }
}
