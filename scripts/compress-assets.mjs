// Writes each built file a second and third time, compressed as far as it goes: it is done once and sent for ever.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const COMPRESSIBLE = /\.(js|css|svg|txt|webmanifest)$/
const BYTES_MIN = 512

const folder = path.join(import.meta.dirname, '../dist/web')
const files = (await readdir(folder, { recursive: true })).filter((file) => COMPRESSIBLE.test(file))

await Promise.all(
  files.map(async (file) => {
    const name = path.join(folder, file)
    const content = await readFile(name)
    if (content.length < BYTES_MIN) return
    const brotli = promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })
    await Promise.all([
      brotli.then((bytes) => writeFile(`${name}.br`, bytes)),
      promisify(gzip)(content, { level: 9 }).then((bytes) => writeFile(`${name}.gz`, bytes)),
    ])
  }),
)
