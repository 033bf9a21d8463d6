import pg from 'pg'
import { type Pool, SESSION_SETTINGS } from './pool.ts'

/**
 * Makes the settings of our connections defaults of our role in this database, where a pooler opens the connections. A role may
 * do this for itself.
 */
export async function keepRoleSettings(direct: Pool, settings: object = SESSION_SETTINGS): Promise<void> {
  const client = await direct.connect()
  try {
    await client.query('begin')
    // Two nodes that start together would change the same row.
    const { rows } = await client.query<{ database: string }>(
      "select current_database() as database, pg_advisory_xact_lock(hashtext('petsetu role settings'))",
    )
    const database = pg.escapeIdentifier(rows[0]?.database ?? '')
    for (const [name, value] of Object.entries(settings))
      await client.query(`alter role current_user in database ${database} set ${name} = '${value}'`)
    await client.query('commit')
  } finally {
    client.release()
  }
}
