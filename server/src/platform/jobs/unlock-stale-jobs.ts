import type { Pool } from '../db/pool.ts'

// Sending a mail takes 50 seconds at most. Longer jobs, such as imports, may be run twice.
const JOB_SECONDS_MAX = 60

/**
 * Unlocks the jobs of crashed runners, so that another runner does them; the library itself waits four hours. A job that was
 * only slow runs twice then, which is harmless: every job reads the present state first, and an import takes a lock.
 */
export async function unlockStaleJobs(pool: Pool, olderThanSeconds = JOB_SECONDS_MAX): Promise<void> {
  await pool.query(
    `select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
     from graphile_worker.jobs
     where locked_at < now() - make_interval(secs => $1)
     having count(*) > 0`,
    [olderThanSeconds],
  )
}
