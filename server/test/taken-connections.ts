import type pg from 'pg'
import { QUEUES } from '../src/platform/jobs/enqueue.ts'
import type { TestApp } from './harness.ts'

/** Takes every connection that a request could get. One that a job uses just now follows when it is given back. */
export function takeConnections({ pool, direct }: Pick<TestApp, 'pool' | 'direct'>): Promise<pg.PoolClient[]> {
  // The runner of each queue keeps one to listen on; that of the notices has a pool of its own.
  const listening = pool === direct ? QUEUES.length - 1 : 0
  return Promise.all(Array.from({ length: pool.options.max - listening }, () => pool.connect()))
}
