// `npm run load`: puts the program under load, profile after profile, and prints one table (`lab/load/`).
import { runRecorded } from './results.mjs'

await runRecorded('npm run load', 'node_modules/vitest/vitest.mjs', {
  args: ['run', '--config', 'lab/load/vitest.config.ts'],
  from: /^profile +requests/,
})
