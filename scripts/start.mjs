// `npm start`: installs and builds what is missing, then runs the server and stays until it ends.
import { spawn } from 'node:child_process'
import path from 'node:path'
import { build, install, nodeProgram, ROOT } from './prepare.mjs'

const PARENT_CHECK_MS = 500

await install()
await build()

const server = spawn(
  nodeProgram(),
  ['--disable-warning=ExperimentalWarning', path.join(ROOT, 'server/src/main.ts'), ...process.argv.slice(2)],
  // The channel tells the server when this process is gone, however it went: then it stops too.
  { cwd: process.cwd(), stdio: ['inherit', 'inherit', 'inherit', 'ipc'] },
)
for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP'])) {
  process.on(signal, () => server.kill(signal))
}
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))

// npm itself killed: nobody is left who could end this, so it ends by itself.
if (process.env.npm_lifecycle_event) {
  const parent = process.ppid
  setInterval(() => process.ppid === parent || server.kill('SIGTERM'), PARENT_CHECK_MS).unref()
}
