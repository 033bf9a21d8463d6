import { emptySession, TYPED_PREFIX } from './drafts/forget-typed.ts'
import { randomId } from './random-id.ts'
import { sessionStore } from './storage/storage.ts'

const TAB = `${TYPED_PREFIX}tab`

/** Begins the entries of session storage for what the database of drafts has not stored yet. */
export const UNWRITTEN = `${TYPED_PREFIX}left `

// The page before a reload gives its lock back a moment late.
const LOCK_MS_MAX = 500

let id: string | null = null

/** The id of this tab, which survives a reload. It stays the same when somebody signs out, as its lock does. */
function tabId(): string {
  id ??= sessionStore.get(TAB) ?? randomId()
  return id
}

/** Stores the id for the next load of this tab. Call it where something is stored under it: after signing out, nothing else stays. */
export function keepTabId(): string {
  sessionStore.set(TAB, tabId())
  return tabId()
}

/** Drafts are kept by tab, because two tabs may have drafts of the same form. */
export function draftKey({ owner, form }: { owner: string; form: string }, field = ''): string {
  return `${tabId()} ${owner} ${form} ${field}`
}

/**
 * Makes sure that no other tab has this id. A duplicated tab begins with a copy of the session storage: it forgets the copy, so that both
 * tabs do not write the same drafts. Call it once, before anything reads what is kept.
 */
export async function claimTab(): Promise<void> {
  // A browser that blocks storage has no locks either, and copies nothing.
  const isOwn = await holdLock(tabId()).catch(() => true)
  if (isOwn) return
  emptySession()
  id = null
  await holdLock(tabId())
}

/** False if another tab holds it. It is held until the page is left. On a slow phone the news that this page holds it may come late. */
function holdLock(name: string): Promise<boolean> {
  const lock = `tab ${name}`
  return new Promise((resolve, reject) => {
    const held = () => {
      // The other tab is gone by now, and this one has another id.
      if (name !== id) return
      resolve(true)
      return new Promise((release) => addEventListener('pagehide', release))
    }
    navigator.locks.request(lock, held).catch(reject)
    setTimeout(() => {
      navigator.locks.query().then(({ pending }) => {
        if (pending?.some((waiting) => waiting.name === lock)) resolve(false)
      }, reject)
    }, LOCK_MS_MAX)
  })
}
