// `npm run test:browsers`: the main stories in Chromium, Firefox and WebKit; installs what is missing from Debian's packages.
import { globSync } from 'node:fs'
import { runNode } from './checks.mjs'
import { installChromium } from './chromium.mjs'
import { findProgram, installFromDebian } from './debian.mjs'
import { build, install } from './prepare.mjs'

const firefox = () => findProgram('firefox-esr') ?? findProgram('firefox')
// Debian keeps the browser of its WebKit beside the library, whose folder names the machine and the version.
const miniBrowser = () => globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser')[0] ?? null

await install()
await installChromium()
await installOthers()
await build()
process.env.FIREFOX_PATH = firefox() ?? ''
process.env.MINI_BROWSER_PATH = miniBrowser() ?? ''
process.exitCode = await runNode('main stories in three browsers', 'vitest/vitest.mjs', [
  ...['run', '--config', 'browsers/vitest.config.ts'],
  ...process.argv.slice(2),
])

async function installOthers() {
  const missing = [
    ...(firefox() ? [] : ['firefox-esr']),
    ...(miniBrowser() && findProgram('WebKitWebDriver') ? [] : ['webkit2gtk-driver']),
    ...(findProgram('Xvfb') ? [] : ['xvfb']),
  ]
  if (missing.length > 0) await installFromDebian(missing, 'for the stories in three browsers')
}
