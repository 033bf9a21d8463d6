import { ADMIN_TOKEN, OWNER_TOKEN } from './data/ids.ts'
import { load } from './load/load.ts'
import type { Running } from './processes.ts'

export const AS_ADMIN = { authorization: `Bearer ${ADMIN_TOKEN}`, accept: 'application/json' }
export const AS_OWNER = { authorization: `Bearer ${OWNER_TOKEN}`, accept: 'application/json' }

/** Median response time in milliseconds of sequential requests. */
export async function timeOf({ port }: Running, path: string, headers: Record<string, string>): Promise<number> {
  const { p50 } = await load({ port, connections: 1, seconds: 0.7, path, headers, pets: 1_000 })
  return p50
}
