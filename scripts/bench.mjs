// `npm run bench`: measures every important path beside small references and prints one table (see docs/scaling.md).
import { runRecorded } from './results.mjs'

await runRecorded('npm run bench', 'lab/bench/bench.ts', { from: /^All together:/ })
