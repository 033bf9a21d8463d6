// `npm run pictures`: takes the pictures of every page anew, those that the tests compare with and those of the docs.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { installChromium } from './chromium.mjs'
import { build, install, ROOT } from './prepare.mjs'
import { runNode } from './run-node.mjs'

const FOLDERS = ['e2e/pictures', 'docs/pictures'].map((folder) => path.join(ROOT, folder))

await install()
await installChromium()
await build()
for (const file of pictures()) rmSync(file)
process.exitCode = (
  await runNode('node_modules/@playwright/test/cli.js', [
    ...['test', '--config', 'e2e', 'pictures', '--update-snapshots', 'all'],
  ])
).code
await squeeze()

function pictures() {
  return FOLDERS.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.png'))
      .map((name) => path.join(folder, name)),
  )
}

/** Leaves 256 colours of each, which makes it less than half as large. What that changes is less than the tests tolerate. */
async function squeeze() {
  // The server makes photos smaller with it.
  const sharp = createRequire(path.join(ROOT, 'server/package.json'))('sharp')
  for (const file of pictures()) {
    const small = await sharp(readFileSync(file))
      .removeAlpha()
      .png({ palette: true, dither: 0, effort: 10, compressionLevel: 9 })
      .toBuffer()
    writeFileSync(file, small)
  }
}
