import { load } from '../load/load.ts'
import type { Running } from '../processes.ts'
import { AS_ADMIN, timeOf } from '../request-time.ts'
import { alternate, repeated } from '../rounds.ts'
import { atLeast, atMost, below, type Measured, QUERY_MS_MAX, type Row } from '../row.ts'
import { startReference, startServer, withRunning } from '../server.ts'

const COMPLAINTS = '/api/admin/complaints?page=1&limit=10'
const MEMBERSHIPS = '/api/admin/memberships/reports/membership?page=1&limit=20'
const PAYMENTS = '/api/admin/memberships/reports/payment?page=1&limit=20'

// Every filter of the two report screens, alone and combined.
const FILTERS: [string, string[]][] = [
  [
    MEMBERSHIPS,
    [
      'status=active',
      'status=expired',
      'category=premium',
      'plan_id=3',
      'start_date=2019-01-01&end_date=2024-12-31',
      'expiring=yes',
    ],
  ],
  [
    PAYMENTS,
    ['status=captured', 'status=failed', 'start_date=2019-01-01&end_date=2024-12-31', 'user_id=77', 'unmatched=yes'],
  ],
]

const SIXTY_MONTHS = 'start_date=2019-01-01&end_date=2023-12-31'

// The charts of the two reports: as they open, and over as many months as they can show.
const CHARTS = [
  'membership/months',
  `membership/months?${SIXTY_MONTHS}`,
  'payment/months',
  `payment/months?${SIXTY_MONTHS}`,
]

// Admins type these words and sort by these columns.
const SEARCHES = [
  '/admin/users?page=1&limit=20',
  '/admin/users?page=1&limit=20&sort=username-desc',
  '/admin/users?page=50&limit=20&sort=email',
  '/admin/users?page=1&limit=20&sort=seen-desc',
  '/admin/users?page=50&limit=20&sort=seen',
  '/admin/users?page=1&limit=20&search=owner777',
  '/admin/users?page=1&limit=20&search=imran%20khan',
  '/admin/users?page=1&limit=20&search=98765%2043210',
  '/admin/pets?page=1&limit=24&sort=name',
  '/admin/pets?page=1&limit=24&search=sheru%20777',
  '/admin/pets?page=1&limit=24&search=lakshmi%20iyer',
  '/admin/pets?page=1&limit=24&search=owner777',
  '/admin/pets?page=1&limit=24&search=98001%2023456',
]

/** Row 14: the lists of users and pets, sorted and searched. */
export const usersAndPets: Row = async ({ databases: { big } }) =>
  withRunning([() => startServer(big)], async (server) => {
    const lines: Measured[] = []
    for (const path of SEARCHES) {
      const value = await repeated(() => timeOf(server, path, AS_ADMIN))
      lines.push(below(QUERY_MS_MAX, { path: `GET ${path}`, unit: 'ms', value }))
    }
    return lines
  })

/** Row 3: a page of complaints with its counts. */
export const complaintList: Row = async ({ databases: { big, small } }) =>
  withRunning(
    [() => startServer(big), () => startServer(small), () => startReference('rp-page.ts', { DATABASE_URL: big })],
    async (server, smallServer, rp) => {
      const growth = await alternate({
        ours: () => timeOf(server, COMPLAINTS, AS_ADMIN),
        reference: () => timeOf(smallServer, COMPLAINTS, AS_ADMIN),
      })
      return [
        await besideItsPage(server, rp, { path: COMPLAINTS, page: '/complaints/10', goal: 0.2 }),
        atMost(1.2, { path: '  at 100,000 complaints', unit: 'ms', name: 'at 1,000', ...growth.of(Number) }),
      ]
    },
  )

/** Row 4: the two reports, unfiltered and filtered. */
export const reports: Row = async ({ databases: { big } }) =>
  withRunning(
    [() => startServer(big), () => startReference('rp-page.ts', { DATABASE_URL: big })],
    async (server, rp) => {
      const lines = [
        await besideItsPage(server, rp, { path: MEMBERSHIPS, page: '/memberships/20', goal: 0.3 }),
        await besideItsPage(server, rp, { path: PAYMENTS, page: '/payments/20', goal: 0.45 }),
      ]
      for (const [path, filters] of FILTERS) {
        for (const filter of filters) {
          const value = await repeated(() => timeOf(server, `${path}&${filter}`, AS_ADMIN))
          lines.push(
            below(QUERY_MS_MAX, { path: `  ${path.split('/').at(-1)?.split('?')[0]}, ${filter}`, unit: 'ms', value }),
          )
        }
      }
      for (const chart of CHARTS) {
        const path = `/api/admin/memberships/reports/${chart}`
        const value = await repeated(() => timeOf(server, path, AS_ADMIN))
        lines.push(below(QUERY_MS_MAX, { path: `GET ${path}`, unit: 'ms', value }))
      }
      return lines
    },
  )

async function besideItsPage(
  server: Running,
  rp: Running,
  { path, page, goal }: { path: string; page: string; goal: number },
): Promise<Measured> {
  const plan = { connections: 16, seconds: 2 }
  const rounds = await alternate({
    ours: () => load({ ...plan, port: server.port, path, headers: AS_ADMIN }),
    reference: () => load({ ...plan, port: rp.port, path: page }),
  })
  return atLeast(goal, { path: `GET ${path}`, unit: '/s', name: 'RP', ...rounds.of((one) => one.perSecond) })
}
