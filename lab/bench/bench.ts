// `npm run bench`: measures each path next to its reference. `-- --only 1,4` runs some rows, `-- --nodes` measures several nodes on one
// database. Exits with 0 whatever the figures, because a shared machine is noisy; any other code means that it could not run.
import { parseArgs } from 'node:util'
import { openDatabases } from './data/databases.ts'
import { runNodes } from './nodes.ts'
import type { Line, Row } from './row.ts'
import { appWeight } from './rows/app-weight.ts'
import { firstPaint } from './rows/first-paint.ts'
import { growth } from './rows/growth.ts'
import { hashing } from './rows/hashing.ts'
import { complaintList, reports, usersAndPets } from './rows/lists.ts'
import { photos } from './rows/photos.ts'
import { publicWeight } from './rows/public-weight.ts'
import { petPage, scan } from './rows/scan.ts'
import { search } from './rows/search.ts'
import { startAndMemory } from './rows/start-and-memory.ts'
import { wholeLists } from './rows/whole-lists.ts'
import { writes } from './rows/writes.ts'
import { printTable } from './table.ts'

const ROWS: Row[] = [
  scan,
  petPage,
  complaintList,
  reports,
  writes,
  hashing,
  startAndMemory,
  publicWeight,
  firstPaint,
  appWeight,
  wholeLists,
  growth,
  photos,
  usersAndPets,
  search,
]

const { values } = parseArgs({ options: { only: { type: 'string' }, nodes: { type: 'boolean' } } })
const only = values.only?.split(',').map(Number)
const startedAt = Date.now()
const databases = await openDatabases()
try {
  if (values.nodes) await runNodes(databases)
  else await measureRows()
} finally {
  await databases.stop()
}

async function measureRows(): Promise<void> {
  const lines: Line[] = []
  for (const [at, row] of ROWS.entries()) {
    if (only && !only.includes(at + 1)) continue
    const measured = await row({ databases }).then(
      (some) => some.map((line) => ({ ...line, row: at + 1 })),
      (error: unknown) => {
        console.error(`Row ${at + 1} could not be measured:`, error)
        process.exitCode = 1
        return []
      },
    )
    lines.push(...measured)
    printTable(measured)
  }
  console.log('\nAll together:\n')
  printTable(lines)
  const reached = lines.filter((line) => line.isReached).length
  console.log(`\n${reached} of ${lines.length} reached, in ${Math.round((Date.now() - startedAt) / 1_000)} s.`)
}
