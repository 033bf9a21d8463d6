import type pg from 'pg'

/**
 * Sends statements without their names, so that none is prepared. PgBouncer before 1.21 gives each transaction another connection,
 * which does not know what was prepared on the one before. Libraries name their statements too, hence here.
 */
export function dropNames(client: pg.PoolClient): void {
  const query = client.query as (...args: unknown[]) => unknown
  client.query = ((first: unknown, ...rest: unknown[]) =>
    query.call(client, isNamed(first) ? { ...first, name: undefined } : first, ...rest)) as typeof client.query
}

function isNamed(query: unknown): query is pg.QueryConfig {
  return typeof query === 'object' && query !== null && 'name' in query && 'text' in query
}
