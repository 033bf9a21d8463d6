// RU: bare node:http that pipes the request's body into a file and, like the product, answers once the file is on the disk.
import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { listening } from './listening.ts'

const folder = process.env.FOLDER ?? '.'
const body = '{"status":"success"}'

listening(async (request, response) => {
  try {
    await pipeline(request, createWriteStream(path.join(folder, randomUUID()), { flush: true }))
  } catch {
    // The load has ended and closed its connections.
    return
  }
  response.writeHead(201, { 'content-type': 'application/json', 'content-length': body.length }).end(body)
})
