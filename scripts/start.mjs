// `npm start`: installs and builds what is missing, then runs the server and stays until it ends.
import { execFileSync, spawn } from 'node:child_process'
import { build, install, nodeProgram, serverCommand } from './prepare.mjs'

const PARENT_CHECK_MS = 500

// npm keeps an option for itself unless two dashes stand before it.
if (process.env.npm_config_demo === 'true') {
  console.error('For the demo write: npm start -- --demo')
  process.exit(1)
}

await install()
await build()

const { program, execArgv, env } = serverCommand()
const server = spawn(nodeProgram(), [...execArgv, program, ...process.argv.slice(2)], {
  cwd: process.cwd(),
  env: { ...process.env, ...env },
  // The server stops when this channel closes, so it does not outlive this process even if that is killed.
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
})
for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP'])) {
  process.on(signal, () => server.kill(signal))
}
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))

// If npm itself is killed, nobody would end this process, so it ends itself.
const npm = npmProcess()
if (npm) setInterval(() => isAlive(npm) || server.kill('SIGTERM'), PARENT_CHECK_MS).unref()

/** The npm process that runs this script, directly or through a shell; null if it was not npm. */
function npmProcess() {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return null
  const [parent = '', command = ''] = describe(process.ppid) ?? []
  return /^(\S*\/)?(ba|da)?sh -c /.test(command) ? Number(parent) : process.ppid
}

/**
 * The parent of a process, and the command that it runs; null where the machine cannot tell.
 * @param {number} pid
 */
function describe(pid) {
  try {
    const line = execFileSync('ps', ['-o', 'ppid=,args=', '-p', String(pid)], { encoding: 'utf8' }).trim()
    return [line.split(' ')[0], line.slice(line.indexOf(' ') + 1)]
  } catch {
    return null
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
