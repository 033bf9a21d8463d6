// `npm run test:browsers`: the main stories in Chromium, Firefox and WebKit; installs what is missing from Debian's packages.
import { globSync } from 'node:fs'
import { installChromium } from './chromium.mjs'
import { findProgram, installFromDebian } from './debian.mjs'
import { install } from './prepare.mjs'
import { runRecorded } from './results.mjs'

const firefox = () => findProgram('firefox-esr') ?? findProgram('firefox')
// Debian keeps the browser of its WebKit beside the library, whose folder names the machine and the version.
const miniBrowser = () => globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser')[0] ?? null

await install()
await installChromium()
await installOthers()
await runRecorded('npm run test:browsers', 'node_modules/vitest/vitest.mjs', {
  args: ['run', '--config', 'lab/browsers/vitest.config.ts'],
  env: { FIREFOX_PATH: firefox() ?? '', MINI_BROWSER_PATH: miniBrowser() ?? '' },
})

async function installOthers() {
  const missing = [
    ...(firefox() ? [] : ['firefox-esr']),
    ...(miniBrowser() && findProgram('WebKitWebDriver') ? [] : ['webkit2gtk-driver']),
    ...(findProgram('Xvfb') ? [] : ['xvfb']),
  ]
  if (missing.length > 0) await installFromDebian(missing, 'for the stories in three browsers')
}
