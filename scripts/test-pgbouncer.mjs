// `npm run test:pgbouncer`: every test of the server once more, its databases reached through PgBouncer in transaction mode.
import { runNode } from './checks.mjs'
import { build, install } from './prepare.mjs'

await install()
await build()
process.env.THROUGH_PGBOUNCER = 'on'
const filters = process.argv.slice(2)
process.exitCode = await runNode('server tests through PgBouncer', 'vitest/vitest.mjs', [
  'run',
  ...(filters.length > 0 ? filters : ['server/']),
])
