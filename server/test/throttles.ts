import type { Pool } from '../src/platform/db/pool.ts'

/** Lets the minute that has begun of the limit of sign-ins from an address last an hour, which a slow machine may need for thirty. */
export async function prolongSigninLimit(pool: Pool): Promise<void> {
  await pool.query("update throttles set expire = expire + 3600000 where key like 'signinByAddress:%'")
}
