/** Stores texts by name. If the browser blocks its storage, they are kept in memory, for as long as the page is open. */
export type TextStore = {
  get(key: string): string | null
  set(key: string, text: string): void
  remove(key: string): void
  keys(): string[]
}

/** The owner of a draft that was typed without signing in; otherwise the owner is the account's id. */
export const VISITOR = 'visitor'

export const localStore = guarded(() => localStorage)

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
