// A mail server that takes every mail and keeps none. It is no reference: it stands in for a provider that works.
import { once } from 'node:events'
import { SMTPServer } from 'smtp-server'

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  disableReverseLookup: true,
  onData(stream, _session, callback) {
    stream.resume()
    stream.once('end', callback)
  },
})
server.listen(Number(process.env.PORT), '127.0.0.1')
await once(server.server, 'listening')
process.send?.('ready')
process.once('SIGTERM', () => server.close(() => process.exit(0)))
