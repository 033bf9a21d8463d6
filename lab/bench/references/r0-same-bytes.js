// R0: bare node:http answering the same bytes every time. Plain JavaScript that loads nothing else, since its start is measured too.
import { createServer } from 'node:http'

const body = '{"status":"ok"}'
const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }

createServer((_request, response) => response.writeHead(200, headers).end(body)).listen(
  Number(process.env.PORT),
  '127.0.0.1',
  () => process.send?.('listening'),
)
process.on('SIGTERM', () => process.exit(0))
