import { campCalls, type WorkReply } from '@petsetu/contract/pets/camps.ts'
import { currentUser, ownerOf } from '../../people/auth/session.ts'
import { CallError, request } from '../../platform/lib/request.ts'
import { withSent } from './camp-state.ts'
import { keepCamp, listQueued, type Queued, readKeptCamp, refuse, removeQueued } from './camp-store.ts'

const LOCK = 'petsetu-camps'
const ANSWER_MS_MAX = 15_000

/** A work that somebody else had done before. */
export type Doubled = { queued: Queued; reply: WorkReply }

/**
 * Sends this person's queue in its order, one after the other, until one gets no answer. Only one tab sends at a time; where the browser
 * has no locks, the server recognises the keys. False if some have to be sent later.
 */
export function sendQueue(owner: string, onDoubled: (doubled: Doubled) => void): Promise<boolean> {
  const send = () => sendAll(owner, onDoubled)
  return 'locks' in navigator ? navigator.locks.request(LOCK, send) : send()
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
    if (!(error instanceof CallError) || !isFinal(error)) return false
    await refuse(queued, { code: error.code, message: error.message })
    return true
  }
}

async function sendDeed({ key, campId, at, deed }: Queued): Promise<WorkReply | undefined> {
  const params = { id: String(campId) }
  const options = { timeoutMs: ANSWER_MS_MAX }
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

function isFinal({ status }: CallError): boolean {
  return status >= 400 && status < 500 && ![401, 408, 429].includes(status)
}
