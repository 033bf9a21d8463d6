// Two, so that PostgreSQL works on one batch while the answer to the other is read.
export const LOOK_UPS_AT_ONCE = 2
const KEYS_MAX = 100

type Waiting<K, V> = { key: K; resolve: (value: V | null) => void; reject: (error: unknown) => void }

/**
 * Makes of a look-up of many keys one of a single key: what is asked for together, or while two look-ups are under way already,
 * goes together. The busier the server, the less a key costs. Null for a key that was not found; nothing is remembered. What is
 * written can go together as well: the answer comes after the commit.
 */
export function gathered<K, V>(lookUp: (keys: K[]) => Promise<Map<K, V>>): (key: K) => Promise<V | null> {
  let waiting: Waiting<K, V>[] = []
  let running = 0
  let isPlanned = false

  function plan(): void {
    if (isPlanned || running >= LOOK_UPS_AT_ONCE || waiting.length === 0) return
    isPlanned = true
    // After all the sockets that can be read by now have been.
    setImmediate(() => {
      isPlanned = false
      const batch = waiting.slice(0, KEYS_MAX)
      waiting = waiting.slice(KEYS_MAX)
      void answer(batch)
      plan()
    })
  }

  async function answer(batch: Waiting<K, V>[]): Promise<void> {
    running++
    try {
      const found = await lookUp(batch.map(({ key }) => key))
      for (const { key, resolve } of batch) resolve(found.get(key) ?? null)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    } finally {
      running--
      plan()
    }
  }

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject })
      plan()
    })
}
