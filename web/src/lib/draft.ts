// What somebody typed and has not saved yet. It outlives a reload and a sign-in, not the tab.
const PREFIX = 'draft:'

export function readDraft<T extends object>(name: string): Partial<T> | null {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(PREFIX + name) ?? 'null')
    return typeof value === 'object' ? (value as Partial<T> | null) : null
  } catch {
    return null
  }
}

export function keepDraft(name: string, values: object): void {
  try {
    sessionStorage.setItem(PREFIX + name, JSON.stringify(values))
  } catch (error) {
    // Storage is full or switched off: the form itself still holds everything.
    console.warn('The draft could not be kept:', error)
  }
}

export function dropDraft(name: string): void {
  sessionStorage.removeItem(PREFIX + name)
}

export function dropAllDrafts(): void {
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
  }
}
