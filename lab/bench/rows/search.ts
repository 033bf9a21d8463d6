import { AS_ADMIN, timeOf } from '../request-time.ts'
import { repeated } from '../rounds.ts'
import { below, type Measured, QUERY_MS_MAX, type Row } from '../row.ts'
import { startServer, withRunning } from '../server.ts'

// Nobody finds anything by a word that every record has, and an index then lists all of them.
const IN_ALL = 'example.org'
const IN_ALL_MS_MAX = 150

// Ids, a name that one pet in twelve has, one that is rare, one that nobody has, a phone number as far as it was typed, an e-mail address.
const TYPED = [
  'PS-2026-00042-K',
  'pay_bench777',
  '4711',
  'moti',
  'moti 777',
  'asha r',
  'zzqqyy',
  'मोती',
  '98000 12',
  '+91 98000 12345',
  'owner777@example.org',
  IN_ALL,
]

/** Row 15: the search of the admin area. */
export const search: Row = async ({ databases: { big } }) =>
  withRunning([() => startServer(big)], async (server) => {
    const lines: Measured[] = []
    for (const typed of TYPED) {
      const path = `/api/admin/search?q=${encodeURIComponent(typed)}`
      const value = await repeated(() => timeOf(server, path, AS_ADMIN))
      lines.push(
        below(typed === IN_ALL ? IN_ALL_MS_MAX : QUERY_MS_MAX, {
          path: `GET /api/admin/search, ${typed}`,
          unit: 'ms',
          value,
        }),
      )
    }
    return lines
  })
