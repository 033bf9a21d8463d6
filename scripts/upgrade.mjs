// `npm run upgrade`: runs the version before this release, then both on one database while this one migrates it (`lab/upgrade/`). Ends with
// 1 where a goal was missed.
import { runRecorded } from './results.mjs'

await runRecorded('npm run upgrade', 'lab/upgrade/main.ts')
