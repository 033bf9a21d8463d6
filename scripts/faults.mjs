// `npm run faults`: breaks everything around payments and checks the result by the provider's ledger (`lab/faults/`).
import { runRecorded } from './results.mjs'

await runRecorded('npm run faults', 'lab/faults/src/main.ts')
