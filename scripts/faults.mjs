// `npm run faults`: installs and builds what is missing, then breaks everything around the money and judges what is left (`faults/src/main.ts`).
import path from 'node:path'
import { build, install, nodeProgram, ROOT, run } from './prepare.mjs'

await install()
await build()
const program = path.join(ROOT, 'faults/src/main.ts')
await run(nodeProgram(), ['--disable-warning=ExperimentalWarning', program, ...process.argv.slice(2)])
