import { AS_ADMIN, AS_OWNER, timeOf } from '../request-time.ts'
import { alternate } from '../rounds.ts'
import { atMost, below, type Measured, QUERY_MS_MAX, type Row } from '../row.ts'
import { startServer, withRunning } from '../server.ts'

// The requests of each page, including far pages of long lists.
const PAGES: [string, Record<string, string>][] = [
  ['/pets/{petId}', {}],
  ['/pet-detail/{petId}', {}],
  ['/pets?page=1', AS_OWNER],
  ['/admin/pets?page=1', AS_ADMIN],
  ['/admin/pets?page=1&search=Moti%2012', AS_ADMIN],
  ['/admin/users?page=1', AS_ADMIN],
  ['/admin/users?page=1&search=owner77', AS_ADMIN],
  ['/admin/tags?page=1', AS_ADMIN],
  ['/api/admin/dashboard', AS_ADMIN],
  ['/api/admin/complaints?page=1', AS_ADMIN],
  ['/api/admin/complaints?page=1&status=pending', AS_ADMIN],
  ['/api/admin/complaints/77', AS_ADMIN],
  ['/api/admin/memberships/reports/membership?page=1', AS_ADMIN],
  ['/api/admin/memberships/reports/payment?page=1', AS_ADMIN],
]

/** Row 12: the same page with little data and with ten years of data. */
export const growth: Row = async ({ databases: { big, small } }) =>
  withRunning([() => startServer(big), () => startServer(small)], async (server, smallServer) => {
    const lines: Measured[] = []
    for (const [path, headers] of PAGES) {
      const rounds = await alternate({
        ours: () => timeOf(server, path, headers),
        reference: () => timeOf(smallServer, path, headers),
      })
      const figures = rounds.of(Number)
      // A search reads what it finds, which is more among more rows.
      lines.push(
        path.includes('search=')
          ? below(QUERY_MS_MAX, { path: `GET ${path}`, unit: 'ms', value: figures.ours })
          : atMost(1.5, { path: `GET ${path}`, unit: 'ms', name: 'small', ...figures }),
      )
    }
    return lines
  })
