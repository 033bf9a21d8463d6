import DataLoader from 'dataloader'

const KEYS_MAX = 100

/** Makes a query for many keys a function of one; keys of the same tick share a query, and nothing is cached. */
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
