// Finds a Chromium for the browser tests, and installs Debian's if there is none.
import { spawnSync } from 'node:child_process'
import { canInstall, findProgram, installFromDebian, isProgram } from './debian.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const SHELL = 'chromium-headless-shell'

/** The Chromium to use: `CHROMIUM_PATH` or one on the machine's path; null if there is none. */
export function chromiumPath() {
  const { CHROMIUM_PATH: given = '' } = process.env
  if (isProgram(given)) return given
  return NAMES.map(findProgram).find((program) => program !== null) ?? null
}

/** Chromium without a window, which needs a third less processor time for a page; `chromiumPath()` if there is none. */
export function headlessShellPath() {
  return findProgram(SHELL) ?? chromiumPath()
}

/**
 * Installs Debian's Chromium, its headless shell and fonts, if the machine has none; needs root or a sudo that asks nothing. Only a
 * Chromium is indispensable.
 */
export async function installChromium() {
  const isThere = chromiumPath() !== null
  const missing = [
    ...(isThere ? [] : ['chromium']),
    ...(findProgram(SHELL) ? [] : [SHELL]),
    // The public pages send no font for Hindi. Until their own fonts are there they use Arial, which Liberation stands in for.
    ...(hasFont(':lang=hi') ? [] : ['fonts-noto-core']),
    ...(hasFont('Liberation Sans') ? [] : ['fonts-liberation']),
  ]
  if (missing.length === 0) return
  if (canInstall()) {
    await installFromDebian(missing, 'for the browser tests').catch((error) => {
      if (!isThere) throw error
      console.warn(`Going on without ${missing.join(', ')}: ${error}`)
    })
  } else if (!isThere) {
    throw new Error('The browser tests need a Chromium: install one, or set CHROMIUM_PATH to where it is.')
  }
}

/**
 * True if it cannot be found out.
 * @param {string} pattern of fontconfig
 */
function hasFont(pattern) {
  const { status, stdout } = spawnSync('fc-list', [pattern], { encoding: 'utf8' })
  return status !== 0 || stdout.trim() !== ''
}
