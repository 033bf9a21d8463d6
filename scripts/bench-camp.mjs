// `npm run bench:camp`: measures a helper's phone at a camp (`lab/bench/camp.ts`).
import { installChromium } from './chromium.mjs'
import { install } from './prepare.mjs'
import { runRecorded } from './results.mjs'

await install()
await installChromium()
await runRecorded('npm run bench:camp', 'lab/bench/camp.ts')
