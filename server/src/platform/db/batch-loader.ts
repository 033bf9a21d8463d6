import DataLoader from 'dataloader'

const KEYS_MAX = 100

/**
 * Turns a query for many keys into a function of one key: keys requested in the same tick of the event loop share a query.
 * Null for a key that was not found. Nothing is cached.
 */
export function batchLoader<K, V>(lookUp: (keys: readonly K[]) => Promise<Map<K, V>>): (key: K) => Promise<V | null> {
  const loader = new DataLoader<K, V | null>(
    async (keys) => {
      const found = await lookUp(keys)
      return keys.map((key) => found.get(key) ?? null)
    },
    // setImmediate runs after all readable sockets were read, so that their requests join the batch.
    { cache: false, maxBatchSize: KEYS_MAX, batchScheduleFn: (dispatch) => setImmediate(dispatch) },
  )
  return (key) => loader.load(key)
}
