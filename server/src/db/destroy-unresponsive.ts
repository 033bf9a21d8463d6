import type pg from 'pg'

/**
 * Destroys a connection whose statement gets no answer for this long. The server enforces its own statement time-out, but not
 * if it is frozen or the network drops all packets. The pending query fails, and the pool replaces the connection.
 */
export function destroyUnresponsive(client: pg.PoolClient, msMax: number): void {
  const query = client.query as (...args: unknown[]) => unknown
  let timer: NodeJS.Timeout | undefined
  const stopTimer = () => {
    clearTimeout(timer)
    timer = undefined
  }
  client.query = ((...args: unknown[]) => {
    timer ??= setTimeout(() => void client.end(), msMax).unref()
    return query.apply(client, args)
  }) as typeof client.query
  // All its queries have been answered.
  client.on('drain', stopTimer)
  client.on('end', stopTimer)
}
