import type pg from 'pg'

/**
 * Ends a connection on which a statement gets no answer for so long: the server keeps statements to their time itself, but not where
 * it is frozen, nor over a network that swallows everything. Whoever waits hears that the connection is gone, and so does its pool.
 */
export function endWhereSilent(client: pg.PoolClient, msMax: number): void {
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
  // It has been answered everything that it asked.
  client.on('drain', hear)
  client.on('end', hear)
}
