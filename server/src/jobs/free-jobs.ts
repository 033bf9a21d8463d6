import type { Pool } from '../db/pool.ts'

// The longest job asks the provider a handful of times, three seconds each.
const JOB_SECONDS_MAX = 60

/**
 * Gives back the jobs of runners that died with them, so that another does them. The library waits four hours. A job that was only
 * slow is done twice then, which changes nothing: every job of ours asks what is true by now.
 */
export async function freeJobs(pool: Pool, olderThanSeconds = JOB_SECONDS_MAX): Promise<void> {
  await pool.query(
    `select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
     from graphile_worker.jobs
     where locked_at < now() - make_interval(secs => $1)
     having count(*) > 0`,
    [olderThanSeconds],
  )
}
