import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import type { State } from '../state.ts'
import { keepMail } from './mail-store.ts'

const MAIL_BYTES_MAX = 1_024 * 1_024
const RECIPIENTS_MAX = 100

export type MailCatcherOptions = {
  state: State
  /** 0 takes a free port. */
  port: number
  /** Called for every bug in the catcher itself. */
  onError: (error: unknown) => void
}

export type MailCatcher = { port: number; close: () => Promise<void> }

/** Starts an SMTP server on 127.0.0.1 that keeps every mail and delivers none. It takes any name and password, and no TLS. */
export async function startMailCatcher({ state, port, onError }: MailCatcherOptions): Promise<MailCatcher> {
  const sockets = new Set<Socket>()
  const keeping = new Set<Promise<void>>()
  const smtp = new SMTPServer({
    name: 'localhost',
    banner: 'PetSetu mail catcher',
    size: MAIL_BYTES_MAX,
    rejectOversized: true,
    maxRecipients: RECIPIENTS_MAX,
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    logger: false,
    onAuth: ({ username }, _session, callback) => callback(null, { user: username || 'anybody' }),
    onData(stream, session, callback) {
      const kept = keep(stream, session).then(
        () => callback(),
        (error: unknown) => {
          onError(error)
          callback(new Error('The mail could not be kept.'))
        },
      )
      keeping.add(kept)
      void kept.then(() => keeping.delete(kept))
    },
  })

  async function keep(stream: SMTPServerDataStream, { envelope }: SMTPServerSession): Promise<void> {
    const raw = await readMail(stream)
    if (!raw) return
    await keepMail(state, {
      raw,
      sender: envelope.mailFrom ? envelope.mailFrom.address : '',
      recipients: envelope.rcptTo.map(({ address }) => address),
    })
  }

  // A client that disconnects early is not an error.
  smtp.on('error', () => {})
  smtp.server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  smtp.listen(port, '127.0.0.1')
  await once(smtp.server, 'listening')

  return {
    port: (smtp.server.address() as AddressInfo).port,
    async close() {
      const closed = once(smtp.server, 'close')
      smtp.close()
      for (const socket of sockets) socket.destroy()
      await closed
      await Promise.all(keeping)
    },
  }
}

/** Null if it is too large, which the server answers with 552, or if the client disconnected meanwhile. */
async function readMail(stream: SMTPServerDataStream): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      if (!stream.sizeExceeded) chunks.push(chunk)
    }
  } catch {
    return null
  }
  return stream.sizeExceeded ? null : Buffer.concat(chunks)
}
