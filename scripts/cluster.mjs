// `npm run cluster`: breaks a cluster of three databases and two nodes of the program under load (`lab/cluster/`).
import { runRecorded } from './results.mjs'

await runRecorded('npm run cluster', 'lab/cluster/main.ts')
