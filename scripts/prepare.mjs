// Prepares `npm start` and `npm test`. Plain JavaScript for Node 20 and newer: nothing is installed yet.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const problem = problemOfNode(import.meta.dirname, process.version)
if (problem) {
  console.error(problem)
  process.exit(1)
}

export const ROOT = path.join(import.meta.dirname, '..')

const OWN_NODE = path.join(ROOT, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node')

/** Node stores compiled files here. */
export const COMPILED = path.join(ROOT, 'node_modules/.petsetu-compiled')

/**
 * A line for whoever starts with a Node that is too old; otherwise null.
 * @param {string | undefined} folder what `import.meta.dirname` says, which came with 20.11
 * @param {string} version
 */
export function problemOfNode(folder, version) {
  return folder === undefined ? `PetSetu needs Node.js 20.11 or newer, not ${version}: https://nodejs.org` : null
}

/** The Node that runs the program: the npm package's, so that every machine uses the same version. */
export function nodeProgram() {
  return existsSync(OWN_NODE) ? OWN_NODE : process.execPath
}

/** Returns the command with which `npm start`, and whatever measures the server, run it. */
export function serverCommand() {
  return {
    program: path.join(ROOT, 'server/src/main.ts'),
    // The sizes of V8's young and old generation in MB.
    execArgv: ['--max-semi-space-size=32', '--max-old-space-size=192'],
    env: {
      // The compile cache makes the next start faster.
      NODE_COMPILE_CACHE: COMPILED,
      // The C library gives back at once what a picture took while it was decoded. Otherwise it keeps up to 64 MiB in each arena.
      MALLOC_ARENA_MAX: '2',
      MALLOC_MMAP_THRESHOLD_: '131072',
      // Four threads may hash passwords; four more remain for file access.
      UV_THREADPOOL_SIZE: '8',
    },
  }
}

/** Installs the npm packages, unless the installed ones match the lock file. */
export async function install() {
  await unlessDone('node_modules/.petsetu-installed', ['package-lock.json'], async () => {
    console.log('Installing packages (the first time this takes a minute or two) …')
    await run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'])
  })
}

/** Builds the pages, unless the build matches the sources. */
export async function build() {
  const sources = ['contract', 'languages', 'web', 'scripts/compress-assets.mjs', 'package-lock.json']
  await unlessDone('dist/.petsetu-built', sources, async () => {
    console.log('Building the pages …')
    const vite = path.join(ROOT, 'node_modules/vite/bin/vite.js')
    const options = ['build', '--config', 'web/vite.config.ts', '--logLevel', 'warn']
    await run(nodeProgram(), [vite, ...options])
    await run(nodeProgram(), [vite, ...options, '--ssr'])
    await run(nodeProgram(), ['scripts/compress-assets.mjs'])
  })
}

/**
 * Runs a command in the project's folder, its output shown here; rejects unless it ends with 0.
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<void>}
 */
export function run(command, args, env = process.env) {
  return new Promise((resolve, reject) => {
    const isScript = process.platform === 'win32' && command === 'npm'
    const child = spawn(command, args, { cwd: ROOT, env, stdio: 'inherit', shell: isScript })
    child.on('error', reject)
    child.on('exit', (code, signal) =>
      code === 0 ? resolve() : reject(new Error(`${path.basename(command)} ${args[0]} ended with ${signal ?? code}`)),
    )
  })
}

/**
 * Does work unless it was done from these very sources.
 * @param {string} stampFile holds the fingerprint of the sources that the work was done from
 * @param {string[]} sources
 * @param {() => Promise<void>} work
 */
export async function unlessDone(stampFile, sources, work) {
  const stamp = path.join(ROOT, stampFile)
  const wanted = fingerprint(sources)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  // If the work breaks off, what is there belongs to no sources, not even to those of before.
  rmSync(stamp, { force: true })
  await work()
  mkdirSync(path.dirname(stamp), { recursive: true })
  writeFileSync(stamp, wanted)
}

/** @param {string[]} sources files and folders, from the project's root */
function fingerprint(sources) {
  const hash = createHash('sha256')
  for (const file of sources.flatMap(filesBelow)) hash.update(`${file}\0`).update(readFileSync(path.join(ROOT, file)))
  return hash.digest('hex')
}

/**
 * @param {string} name
 * @returns {string[]}
 */
function filesBelow(name) {
  if (statSync(path.join(ROOT, name)).isFile()) return [name]
  const entries = readdirSync(path.join(ROOT, name)).filter((entry) => entry !== 'node_modules')
  return entries.sort().flatMap((entry) => filesBelow(path.join(name, entry)))
}
