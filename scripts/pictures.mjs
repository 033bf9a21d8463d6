// `npm run pictures`: takes the pictures of every page anew, those that the tests compare with and those of the docs.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { runNode } from './checks.mjs'
import { installChromium } from './chromium.mjs'
import { build, install, ROOT } from './prepare.mjs'

const FOLDERS = ['e2e/pictures', 'docs/pictures'].map((folder) => path.join(ROOT, folder))

await install()
await installChromium()
await build()
for (const file of pictures()) rmSync(file)
process.exitCode = await runNode('pictures', '@playwright/test/cli.js', [
  ...['test', '--config', 'e2e', 'pictures', '--update-snapshots', 'all'],
])
await squeeze()

function pictures() {
  return FOLDERS.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.png'))
      .map((name) => path.join(folder, name)),
  )
}

/** Compresses the pictures without loss, by about a sixth. */
async function squeeze() {
  const { PNG } = await import('pngjs')
  for (const file of pictures()) {
    const png = PNG.sync.read(readFileSync(file))
    writeFileSync(file, PNG.sync.write(png, { colorType: 2, filterType: 0, deflateLevel: 9, deflateStrategy: 0 }))
  }
}
