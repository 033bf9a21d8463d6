// Finds a Chromium for the browser tests, and installs Debian's if there is none.
import { spawnSync } from 'node:child_process'
import { canInstall, findProgram, installFromDebian, isProgram } from './debian.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** The Chromium to use: `CHROMIUM_PATH` or one on the machine's path; null if there is none. */
export function chromiumPath() {
  const { CHROMIUM_PATH: given = '' } = process.env
  if (isProgram(given)) return given
  return NAMES.map(findProgram).find((program) => program !== null) ?? null
}

/** Installs Debian's Chromium, and a font for Hindi, if the machine has none; needs root or a sudo that asks nothing. */
export async function installChromium() {
  const isThere = chromiumPath() !== null
  if (isThere && hasHindiFont()) return
  if (!canInstall()) {
    if (isThere) return
    throw new Error('The browser tests need a Chromium: install one, or set CHROMIUM_PATH to where it is.')
  }
  await installFromDebian([...(isThere ? [] : ['chromium']), 'fonts-noto-core'], 'for the browser tests')
}

/** Whether the public pages, which send no font of their own, can be seen in Hindi. True if it cannot be found out. */
function hasHindiFont() {
  const { status, stdout } = spawnSync('fc-list', [':lang=hi'], { encoding: 'utf8' })
  return status !== 0 || stdout.trim() !== ''
}
