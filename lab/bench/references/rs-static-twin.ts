// RS: the pet page as a static file: the same markup, styles, fonts and pictures, no script and no data.
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { listening } from './listening.ts'

const WEB = path.join(import.meta.dirname, '../../../dist/web')
const TYPES: Record<string, string> = { '.woff2': 'font/woff2', '.svg': 'image/svg+xml', '.css': 'text/css' }

const page = (await (await fetch(process.env.PAGE ?? '')).text())
  .replace(/<template>.*?<\/template>/s, '')
  .replace(/<script\b.*?<\/script>/gs, '')
const html = gzipSync(page)

const photos = new Map<string, Buffer>()
for (const [address] of page.matchAll(/\/photos\/[^"\s,]+/g)) {
  const reply = await fetch(new URL(address, process.env.PAGE))
  photos.set(address, Buffer.from(await reply.arrayBuffer()))
}

listening(async (request, response) => {
  const photo = photos.get(request.url ?? '')
  if (photo) {
    const headers = { 'content-type': 'image/webp', 'cache-control': 'public, max-age=31536000, immutable' }
    response.writeHead(200, headers).end(photo)
    return
  }
  const file = path.join(WEB, request.url ?? '/')
  const type = TYPES[path.extname(file)]
  if (!type) {
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-encoding': 'gzip',
      'content-length': html.length,
    })
    response.end(html)
    return
  }
  const content = await readFile(file).catch(() => null)
  const cached = { 'cache-control': 'public, max-age=31536000, immutable' }
  response.writeHead(content ? 200 : 404, { 'content-type': type, ...cached }).end(content)
})
