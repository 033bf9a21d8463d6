// Finds a Chromium for the browser tests, and installs Debian's if there is none.
import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import path from 'node:path'
import { run } from './prepare.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** The Chromium to use: `CHROMIUM_PATH` or one on the machine's path; null if there is none. */
export function chromiumPath() {
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  const candidates = NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name)))
  return [process.env.CHROMIUM_PATH ?? '', ...candidates].find(isProgram) ?? null
}

/** Installs Debian's Chromium, and a font for Hindi, if the machine has none; needs root or a sudo that asks nothing. */
export async function installChromium() {
  const isThere = chromiumPath() !== null
  if (isThere && hasHindiFont()) return
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '--non-interactive']
  if (!hasProgram('apt-get') || (sudo.length > 0 && spawnSync('sudo', ['--non-interactive', 'true']).status !== 0)) {
    if (isThere) return
    throw new Error('The browser tests need a Chromium: install one, or set CHROMIUM_PATH to where it is.')
  }
  console.log('Installing Chromium and its fonts from Debian (for the browser tests) …')
  const [command = 'apt-get', ...prefix] = [...sudo, 'apt-get']
  const packages = [...(isThere ? [] : ['chromium']), 'fonts-noto-core']
  await run(command, [...prefix, 'update', '-qq'])
  await run(command, [...prefix, 'install', '-y', '-qq', '--no-install-recommends', ...packages])
}

/** Whether the public pages, which send no font of their own, can be seen in Hindi. True if it cannot be found out. */
function hasHindiFont() {
  const { status, stdout } = spawnSync('fc-list', [':lang=hi'], { encoding: 'utf8' })
  return status !== 0 || stdout.trim() !== ''
}

/** @param {string} name */
function hasProgram(name) {
  return (process.env.PATH ?? '').split(path.delimiter).some((folder) => isProgram(path.join(folder, name)))
}

/** @param {string} file */
function isProgram(file) {
  try {
    accessSync(file, constants.X_OK)
    return file !== ''
  } catch {
    return false
  }
}
