// `npm run upgrade`: installs and builds what is missing, and the version before this release beside it; runs that version, then both on
// one database while it migrates (`upgrade/`). Ends with 1 where a goal was missed.
import { runNode } from './checks.mjs'
import { build, install } from './prepare.mjs'

await install()
await build()
process.exitCode = await runNode('upgrade', '../upgrade/main.ts', process.argv.slice(2))
