import { campCalls, type HelperCamp } from '@petsetu/contract/pets/camps.ts'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { isMissing } from '../../platform/lib/is-missing.ts'
import { request } from '../../platform/lib/request.ts'
import { withQueue } from './camp-state.ts'
import {
  forgetCamp,
  forgetOthersCamps,
  keepCamp,
  listQueued,
  onQueueChange,
  type Queued,
  readKeptCamp,
} from './camp-store.ts'
import { type Doubled, sendQueue } from './send-queue.ts'

const FIRST_PAUSE_MS = 5_000
const LONGEST_PAUSE_MS = 60_000
/** The other helpers' work is asked for as often. */
const FRESH_MS = 60_000

type Loaded = { camp: HelperCamp | null; queue: Queued[]; othersCount: number }

const NOTHING: Loaded = { camp: null, queue: [], othersCount: 0 }

/**
 * A camp at the phone of a helper: as the server had it last, with what waits to be sent. It is shown without a connection once it was
 * opened. `problem` is set only while there is nothing to show.
 */
export function useCamp(owner: string, campId: number) {
  const [loaded, setLoaded] = useState(NOTHING)
  const [problem, setProblem] = useState<'missing' | 'failed' | null>(null)
  const [doubled, setDoubled] = useState<Doubled | null>(null)
  const [isSending, setSending] = useState(false)

  const show = useCallback(async () => {
    const [camp, { own, othersCount }] = await Promise.all([readKeptCamp(owner, campId), listQueued(owner)])
    setLoaded({ camp, queue: own.filter((queued) => queued.campId === campId), othersCount })
  }, [owner, campId])

  const load = useCallback(async () => {
    try {
      const { reply } = await request(campCalls.open, { params: { id: String(campId) } })
      await forgetOthersCamps(owner)
      await keepCamp(owner, reply)
      setProblem(null)
    } catch (error) {
      if (isMissing(error)) await forgetCamp(owner, campId)
      setProblem(isMissing(error) ? 'missing' : 'failed')
    }
    await show()
  }, [owner, campId, show])

  const send = useCallback(async () => {
    setSending(true)
    const isDone = await sendQueue(owner, setDoubled).catch((error: unknown) => {
      console.warn('The queue cannot be sent:', error)
      return true
    })
    setSending(false)
    return isDone
  }, [owner])

  useEffect(() => {
    let isLeft = false
    const showHere = () => void (isLeft || show())
    showHere()
    const stopListening = onQueueChange(showHere)
    const stopSending = sendAndLoad({ send, load })
    return () => {
      isLeft = true
      stopListening()
      stopSending()
    }
  }, [show, send, load])

  const { camp, queue } = loaded
  const shown = useMemo(() => camp && withQueue(camp, queue), [camp, queue])
  return { ...loaded, camp: shown, problem: camp ? null : problem, doubled, isSending, send: () => void send(), load }
}

type Work = { send: () => Promise<boolean>; load: () => Promise<void> }

/**
 * While the page is visible, sends what is added to the queue, tries again after growing pauses and when the browser says that it has a
 * connection again, and then asks for the work of others. Returns what stops it.
 */
function sendAndLoad({ send, load }: Work): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let pauseMs = FIRST_PAUSE_MS
  let loadedAt = 0
  let isRunning = false
  let isAsked = false
  let isLeft = false

  async function run(): Promise<void> {
    if (document.hidden) return
    if (isRunning) {
      isAsked = true
      return
    }
    isRunning = true
    isAsked = false
    const isSent = await send()
    // Never beside the sending: an answer from before it would hide what was sent.
    if (Date.now() - loadedAt > FRESH_MS) {
      loadedAt = Date.now()
      await load()
    }
    isRunning = false
    pauseMs = isSent ? FIRST_PAUSE_MS : Math.min(2 * pauseMs, LONGEST_PAUSE_MS)
    runAfter(isAsked ? 0 : isSent ? FRESH_MS : pauseMs)
  }
  function runAfter(waitMs: number): void {
    if (isLeft) return
    clearTimeout(timer)
    timer = setTimeout(() => void run(), waitMs)
  }
  function runNow(): void {
    pauseMs = FIRST_PAUSE_MS
    runAfter(0)
  }

  runNow()
  const stopListening = onQueueChange(runNow)
  addEventListener('online', runNow)
  document.addEventListener('visibilitychange', runNow)
  return () => {
    isLeft = true
    clearTimeout(timer)
    stopListening()
    removeEventListener('online', runNow)
    document.removeEventListener('visibilitychange', runNow)
  }
}
