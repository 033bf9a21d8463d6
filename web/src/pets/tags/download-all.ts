/** The pause between two files. Browsers drop downloads that start faster. */
const PAUSE_MS = 500

type Pacing = {
  save: (id: string) => Promise<void>
  onSaved: (count: number) => void
  /** Waits; ends early, without an error, when stopped. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>
  signal: AbortSignal
}

/** Saves one file after the other until all are saved or it is stopped. */
export async function downloadAll(ids: string[], { save, onSaved, wait, signal }: Pacing): Promise<void> {
  for (const [index, id] of ids.entries()) {
    if (index > 0) await wait(PAUSE_MS, signal)
    if (signal.aborted) return
    await save(id)
    onSaved(index + 1)
  }
}

export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
