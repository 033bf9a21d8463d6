// `npm run bench`: installs and builds what is missing, then measures everything beside its reference (`bench/bench.ts`).
import path from 'node:path'
import { build, install, nodeProgram, ROOT, run } from './prepare.mjs'

await install()
await build()
const program = path.join(ROOT, 'bench/bench.ts')
await run(nodeProgram(), ['--disable-warning=ExperimentalWarning', program, ...process.argv.slice(2)])
