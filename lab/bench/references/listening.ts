import { createServer, type RequestListener } from 'node:http'

/** A bare node:http server on `PORT` that reports ready over IPC. */
export function listening(answer: RequestListener): void {
  createServer({ keepAliveTimeout: 60_000 }, answer).listen(Number(process.env.PORT), '127.0.0.1', () =>
    process.send?.('listening'),
  )
  process.on('SIGTERM', () => process.exit(0))
}
