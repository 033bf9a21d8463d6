// `npm run bench:pages`: measures every page before sign-in with Lighthouse (`lab/bench/pages.ts`).
import { installChromium } from './chromium.mjs'
import { install } from './prepare.mjs'
import { runRecorded } from './results.mjs'

await install()
await installChromium()
await runRecorded('npm run bench:pages', 'lab/bench/pages.ts', { from: /^Pages before sign-in/ })
