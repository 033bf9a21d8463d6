// `npm run cluster`: installs and builds what is missing, starts a cluster of databases with the program on it, and breaks it under
// load (`cluster/`). `-- killed` tries what has this word in its name. Ends with 1 where a goal was missed.
import path from 'node:path'
import { build, install, nodeProgram, ROOT, run } from './prepare.mjs'

await install()
await build()
const program = path.join(ROOT, 'cluster/main.ts')
await run(nodeProgram(), ['--disable-warning=ExperimentalWarning', program, ...process.argv.slice(2)])
