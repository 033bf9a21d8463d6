import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import { isMailAway, type MailFault, takeMailFault, takeRecipientFault } from '../faults.ts'
import type { State } from '../state.ts'
import { keepMail } from './mail-store.ts'

const MAIL_BYTES_MAX = 1_024 * 1_024
const RECIPIENTS_MAX = 100

type ListenOptions = {
  state: State
  /** 0 takes a free port. */
  port: number
  /** Called for every bug in the catcher itself. */
  onError: (error: unknown) => void
}

type Listener = { port: number; close: () => Promise<void> }

export type MailCatcher = {
  port: number
  /** Stops or starts to listen, always on the same port, as the fault `away` says. */
  followFaults: () => Promise<void>
  close: () => Promise<void>
}

/** Starts an SMTP server on 127.0.0.1 that keeps every mail and delivers none. */
export async function startMailCatcher(options: ListenOptions): Promise<MailCatcher> {
  let listener: Listener | null = await listen(options)
  const { port } = listener

  async function follow(isAway: boolean): Promise<void> {
    if (isAway) {
      await listener?.close()
      listener = null
    } else {
      listener ??= await listen({ ...options, port })
    }
  }
  // One change after the other: two at a time would both want the port.
  let following = follow(isMailAway(options.state))
  const next = (change: () => Promise<void>): Promise<void> => {
    following = following.catch(() => {}).then(change)
    return following
  }
  await following

  return {
    port,
    followFaults: () => next(() => follow(isMailAway(options.state))),
    close: () => next(() => follow(true)),
  }
}

/** Starts the SMTP server on 127.0.0.1. Every mail is kept, unless a fault refuses it. */
async function listen({ state, port, onError }: ListenOptions): Promise<Listener> {
  const sockets = new Set<Socket>()
  const arriving = new Set<Promise<unknown>>()
  const smtp = new SMTPServer({
    name: 'localhost',
    banner: 'PetSetu mail catcher',
    size: MAIL_BYTES_MAX,
    rejectOversized: true,
    maxRecipients: RECIPIENTS_MAX,
    // No TLS, and any name and password, or none.
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    logger: false,
    onAuth: ({ username }, _session, callback) => callback(null, { user: username || 'anybody' }),
    onRcptTo({ address }, _session, callback) {
      callback(refusalOf(takeRecipientFault(state, address)))
    },
    onData(stream, session, callback) {
      const arrived = receive(state, stream, session).then(
        (fault) => answer(fault, callback, () => drop(sockets, session)),
        (error: unknown) => {
          onError(error)
          callback(smtpError(451, 'The mail could not be kept.'))
        },
      )
      arriving.add(arrived)
      void arrived.then(() => arriving.delete(arrived))
    },
  })

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
      await Promise.all(arriving)
    },
  }
}

function answer(fault: MailFault | null, callback: (error?: Error | null) => void, drop: () => void): void {
  if (fault?.fault === 'delay') setTimeout(callback, fault.ms).unref()
  else if (fault?.fault === 'drop-after-data') drop()
  else callback(refusalOf(fault))
}

function drop(sockets: Set<Socket>, { remotePort }: SMTPServerSession): void {
  for (const socket of sockets) if (socket.remotePort === remotePort) socket.destroy()
}

/** Returns the fault that its answer is to have. */
async function receive(
  state: State,
  stream: SMTPServerDataStream,
  { envelope }: SMTPServerSession,
): Promise<MailFault | null> {
  const recipients = envelope.rcptTo.map(({ address }) => address)
  const raw = await readMail(stream)
  if (!raw) return null
  const fault = takeMailFault(state, recipients)
  if (refusalOf(fault)) return fault
  await keepMail(state, { raw, sender: envelope.mailFrom ? envelope.mailFrom.address : '', recipients })
  return fault
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

function refusalOf(fault: MailFault | null): Error | null {
  if (fault?.fault === 'refuse') return smtpError(451, 'Try again later.')
  if (fault?.fault === 'reject') return smtpError(550, 'There is no such mailbox.')
  return null
}

function smtpError(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}
