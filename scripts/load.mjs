// `npm run load`: installs and builds what is missing, then puts the program under load, stops it, takes its database and its
// provider away (`load/`), and prints one table. `-- average` runs one profile. Ends with 1 where a goal was missed.
import { runNode } from './checks.mjs'
import { build, install } from './prepare.mjs'

await install()
await build()
process.exitCode = await runNode('load', 'vitest/vitest.mjs', [
  'run',
  '--config',
  'load/vitest.config.ts',
  ...process.argv.slice(2),
])
