// R0: bare node:http answering the same bytes every time.
import { listening } from './listening.ts'

const body = process.env.BODY ?? '{"status":"ok"}'
const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }

listening((_request, response) => response.writeHead(200, headers).end(body))
