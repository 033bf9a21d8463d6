// Programs that only tests need: finds them on the machine, and installs them from Debian if they are missing.
import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { run } from './prepare.mjs'

// Servers live there, and an ordinary user's PATH may leave it out.
const SERVERS = '/usr/sbin'

/** @param {string} name @returns {string | null} */
export function findProgram(name) {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), SERVERS]
  return folders.map((folder) => path.join(folder, name)).find(isProgram) ?? null
}

/** True as root, or with a sudo that asks nothing, on Debian. */
export function canInstall() {
  return findProgram('apt-get') !== null && (isRoot() || spawnSync('sudo', ['--non-interactive', 'true']).status === 0)
}

/**
 * @param {string[]} packages
 * @param {string} reason
 */
export async function installFromDebian(packages, reason) {
  if (!canInstall()) throw new Error(`Install ${packages.join(', ')} ${reason}: it cannot be done from here.`)
  console.log(`Installing ${packages.join(', ')} from Debian (${reason}) …`)
  // A package that is a server would start itself; in runlevel 1 it does not.
  const quietly = ['DEBIAN_FRONTEND=noninteractive', 'RUNLEVEL=1']
  // Test files install side by side, and apt-get fails at once while another one reads the lists.
  const inTurn = ['flock', path.join(tmpdir(), 'petsetu-apt.lock')]
  const apt = [...quietly, ...inTurn, 'apt-get', '-qq', '-o', 'DPkg::Lock::Timeout=300']
  const [command = 'env', ...prefix] = [...(isRoot() ? [] : ['sudo', '--non-interactive']), 'env', ...apt]
  await run(command, [...prefix, 'update'])
  await run(command, [...prefix, 'install', '-y', '--no-install-recommends', ...packages])
}

function isRoot() {
  return process.getuid?.() === 0
}

/** @param {string} file */
export function isProgram(file) {
  try {
    accessSync(file, constants.X_OK)
    return file !== ''
  } catch {
    return false
  }
}
