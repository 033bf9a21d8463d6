import { CAMP_KINDS, type CampKind } from '@petsetu/contract/pets/camps/camp-kinds.ts'
import { type CampAnimal, campCalls, type HelperCamp, type WorkReply } from '@petsetu/contract/pets/camps/camps.ts'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { currentUser, ownerOf } from '../../people/auth/session.ts'
import { isMissing, request } from '../../platform/lib/requests/request.ts'
import { inOneTab, isFinal } from '../../platform/lib/requests/send-later.ts'
import {
  forgetCamp,
  forgetOthersCamps,
  keepCamp,
  listQueued,
  onQueueChange,
  type Queued,
  readKeptCamp,
  refuse,
  removeQueued,
} from './camp-store.ts'

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
      await inOneTab(LOCK, () => loadCamp(owner, campId))
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

// For sending and loading: a camp that was read before another tab sent something would hide what was sent, until the next load.
const LOCK = 'petsetu-camps'
const ANSWER_MS_MAX = 15_000
// The page sends and loads by itself: a session that has ended must not take away what somebody types about an animal meanwhile.
const BY_ITSELF = { inBackground: true }

/** A work that somebody else had done before. */
type Doubled = { queued: Queued; reply: WorkReply }

async function loadCamp(owner: string, campId: number): Promise<void> {
  const { reply } = await request(campCalls.open, { params: { id: String(campId) } }, BY_ITSELF)
  await forgetOthersCamps(owner)
  await keepCamp(owner, reply)
}

/** Sends this person's queue in its order, one after the other, until one gets no answer. False if some have to be sent later. */
function sendQueue(owner: string, onDoubled: (doubled: Doubled) => void): Promise<boolean> {
  return inOneTab(LOCK, () => sendAll(owner, onDoubled))
}

async function sendAll(owner: string, onDoubled: (doubled: Doubled) => void): Promise<boolean> {
  // Read here, because another tab may have sent some while this one waited for the lock.
  const waiting = (await listQueued(owner)).own.filter(({ refusal }) => refusal === null)
  for (const queued of waiting) {
    // Somebody else may have signed in meanwhile, in another tab.
    if (ownerOf(currentUser()) !== owner) return false
    if (!(await sendOne(queued, onDoubled))) return false
  }
  return true
}

/** False if it has to be sent later. */
async function sendOne(queued: Queued, onDoubled: (doubled: Doubled) => void): Promise<boolean> {
  try {
    const reply = await sendDeed(queued)
    const camp = await readKeptCamp(queued.owner, queued.campId)
    // Before it leaves the queue, so that it is counted at each moment.
    if (camp) await keepCamp(queued.owner, withSent(camp, queued, reply))
    await removeQueued(queued)
    if (reply?.outcome === 'already') onDoubled({ queued, reply })
    return true
  } catch (error) {
    if (!isFinal(error)) return false
    // The message about wrong fields only counts them.
    await refuse(queued, { code: error.code, message: Object.values(error.fields).join(' ') || error.message })
    return true
  }
}

async function sendDeed({ key, campId, at, deed }: Queued): Promise<WorkReply | undefined> {
  const params = { id: String(campId) }
  const options = { ...BY_ITSELF, timeoutMs: ANSWER_MS_MAX }
  switch (deed.type) {
    case 'work': {
      const body = { key, at, tag: deed.tag, kind: deed.kind }
      return (await request(campCalls.addWork, { params, body }, options)).reply
    }
    case 'animal':
      return (await request(campCalls.registerAnimal, { params, body: { key, at, ...deed.animal } }, options)).reply
    case 'undo':
      await request(campCalls.undoWork, { params: { ...params, key: deed.workKey } }, options)
      return undefined
  }
}

/** The camp with what waits to be sent, as its helper has to see it. */
function withQueue(camp: HelperCamp, queue: Queued[]): HelperCamp {
  return queue.filter(({ refusal }) => refusal === null).reduce((before, { deed }) => withDeed(before, deed), camp)
}

/** The camp after the server has taken a deed. */
function withSent(camp: HelperCamp, { deed }: Queued, reply: WorkReply | undefined): HelperCamp {
  const after = withDeed(camp, deed)
  if (!reply) return after
  return {
    ...after,
    animals: after.animals.map((one) => (one.tag === reply.animal.tag ? { ...one, ...reply.animal } : one)),
  }
}

function withDeed(camp: HelperCamp, deed: Queued['deed']): HelperCamp {
  if (deed.type === 'animal')
    return changeAnimal(camp, deed.animal.tag, (one) => ({ ...one, ...deed.animal, done: withKind(one.done, 'tag') }))
  if (deed.type === 'work')
    return changeAnimal(camp, deed.tag, (one) => ({ ...one, done: withKind(one.done, deed.kind) }))
  return changeAnimal(camp, deed.tag, (one) => ({ ...one, done: one.done.filter((kind) => kind !== deed.kind) }))
}

/** An animal that this phone does not know has no name here. */
function changeAnimal(camp: HelperCamp, tag: string, change: (animal: CampAnimal) => CampAnimal): HelperCamp {
  const known = findAnimal(camp, tag)
  const changed = change(known ?? { tag, name: '', type: '', gender: 'female', done: [] })
  const animals = known ? camp.animals.map((one) => (one === known ? changed : one)) : [...camp.animals, changed]
  return { ...camp, animals }
}

const withKind = (done: CampKind[], kind: CampKind) => (done.includes(kind) ? done : [...done, kind])

export const findAnimal = (camp: HelperCamp, tag: string): CampAnimal | null =>
  camp.animals.find((one) => one.tag === tag) ?? null

type Counts = { animals: number; works: Record<CampKind, number> }

/** Counts the animals that had something done, and each kind of work. */
export function countsOf({ animals }: HelperCamp): Counts {
  const works = Object.fromEntries(
    CAMP_KINDS.map((kind) => [kind, animals.filter(({ done }) => done.includes(kind)).length]),
  ) as Record<CampKind, number>
  return { animals: animals.filter(({ done }) => done.length > 0).length, works }
}
