import type pg from 'pg'

/**
 * Destroys a connection whose statement gets no answer for this long. The server enforces its own statement time-out, but not
 * if it is frozen or the network drops all packets. The pending query fails, and the pool replaces the connection.
 */
export function destroyUnresponsive(client: pg.PoolClient, msMax: number): void {
  const ask = client.query as (...asked: unknown[]) => unknown
  let silence: NodeJS.Timeout | undefined
  const hear = () => {
    clearTimeout(silence)
    silence = undefined
  }
  client.query = ((...asked: unknown[]) => {
    silence ??= setTimeout(() => void client.end(), msMax).unref()
    return ask.apply(client, asked)
  }) as typeof client.query
  // All its queries have been answered.
  client.on('drain', hear)
  client.on('end', hear)
}
