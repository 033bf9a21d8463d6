// `npm run test:pgbouncer`: every test of the server once more, its databases reached through PgBouncer in transaction mode.
import { runRecorded } from './results.mjs'

const isChosen = process.argv.length > 2
await runRecorded('npm run test:pgbouncer', 'node_modules/vitest/vitest.mjs', {
  args: ['run', ...(isChosen ? [] : ['server/'])],
  env: { THROUGH_PGBOUNCER: 'on' },
})
