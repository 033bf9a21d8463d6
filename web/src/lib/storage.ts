/** Texts by name. Where the browser blocks its storage, they live as long as the page. */
export type TextStore = {
  get(key: string): string | null
  set(key: string, text: string): void
  remove(key: string): void
  keys(): string[]
}

/** The owner of what somebody typed without being signed in; an account's id for everybody else. */
export const VISITOR = 'visitor'

/** Survives the tab and is shared by all tabs. */
export const localStore = guarded(() => localStorage)

/** Survives a reload, not the tab. */
export const sessionStore = guarded(() => sessionStorage)

// Blocked storage throws on access; full storage throws on writing.
function guarded(open: () => Storage): TextStore {
  const memory = new Map<string, string>()

  function attempt<T>(use: (storage: Storage) => T, instead: T): T {
    try {
      return use(open())
    } catch {
      return instead
    }
  }

  return {
    get: (key) => memory.get(key) ?? attempt((storage) => storage.getItem(key), null),
    set(key, text) {
      try {
        open().setItem(key, text)
        memory.delete(key)
      } catch {
        memory.set(key, text)
      }
    },
    remove(key) {
      memory.delete(key)
      attempt((storage) => storage.removeItem(key), undefined)
    },
    keys: () => [...memory.keys(), ...attempt((storage) => Object.keys(storage), [])],
  }
}
