type Changes = {
  /** Calls back when something may have changed, here or in another tab. Returns a function that stops it. */
  onChange: (listener: () => void) => () => void
  /** Tells the listeners of this page. */
  notify: () => void
  /** Tells the listeners of every tab. */
  changed: () => void
}

/** Tells all tabs that what the browser keeps has changed. */
export function changeChannel(name: string): Changes {
  const listeners = new Set<() => void>()
  const notify = () => {
    for (const listener of listeners) listener()
  }
  const channel = openChannel(name, notify)
  return {
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    notify,
    changed() {
      notify()
      channel?.postMessage(null)
    },
  }
}

/** Null in a browser that blocks storage, where nothing can be kept for other tabs either. */
function openChannel(name: string, onmessage: () => void): BroadcastChannel | null {
  // The server renders pages for everybody, and would listen for ever.
  if (typeof document === 'undefined') return null
  try {
    return Object.assign(new BroadcastChannel(name), { onmessage })
  } catch {
    return null
  }
}
