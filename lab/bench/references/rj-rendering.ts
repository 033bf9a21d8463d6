// RJ: bare node:http that renders the photo in a request's body in all sizes, two at a time, and stores nothing.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { renderPhoto } from '../../../server/src/platform/files/render-photo.ts'
import { workLimit } from '../../../server/src/platform/http/limits/load-shedding.ts'
import { listening } from './listening.ts'

const folder = await mkdtemp(path.join(tmpdir(), 'petsetu-bench-rendering-'))
process.on('exit', () => void rm(folder, { recursive: true, force: true }))
const twoAtATime = workLimit(2, 64)
let count = 0

listening(async (request, response) => {
  const file = path.join(folder, String(count++))
  await writeFile(file, await buffer(request))
  await twoAtATime(() => renderPhoto(file, 'jpg'))
  await rm(file)
  response.writeHead(201, { 'content-length': 0 }).end()
})
