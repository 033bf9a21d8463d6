import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { HttpError, tooMany, unavailable } from '../../errors.ts'
import { type IsTrusted, sourceOf } from './source-of.ts'

const KIB = 1024
const MIB = 1024 * KIB

// Each takes some 20 KiB. A proxy's connections are those of all its visitors, so they are not counted by source.
const CONNECTIONS_MAX = 3_000
const CONNECTIONS_BY_SOURCE_MAX = 300

// Bodies that have not arrived completely, without the forms whose files arrive. One of a page arrives together with its head.
const BODIES_MAX = 1_000
const BODIES_BY_SOURCE_MAX = 32
// All together, of what arrived and is no file.
const TEXT_BYTES_MAX = 16 * MIB

// The files of all forms may grow to this while they arrive. One file of a form grows at a time. As much as `DISK_RESERVE_MB` by default,
// for which the disk is checked before each file.
const FILE_BYTES_MAX = { disk: 480 * MIB, memory: 40 * MIB }
const FORMS_WITH_FILES_BY_SOURCE_MAX = 4
const RETRY_SECONDS = 30

// A phone on 2G with a weak signal sends 1 to 2 KiB a second, and pauses for some seconds between two cells.
const BYTES_PER_SECOND_MIN = 512
const WINDOW_SECONDS = 20
const TEXT_SECONDS_MAX = 60
// While there is no place, the slowest gives way if it sends less than this after its first seconds.
const SCARCE_BYTES_PER_SECOND_MIN = 8 * KIB
const SCARCE_AFTER_SECONDS = 5

/** The place of a file while it arrives, and the size that it may reach. */
export type FileRoom = { place: keyof typeof FILE_BYTES_MAX; bytesMax: number }

type AdmittedBody = {
  /** While it is set, it is told when the rest is not awaited; otherwise the connection ends. */
  onCut: ((error: HttpError) => void) | null
  /** Takes room for the files of this form until it is answered. Rejects with 429 or 503 if there is none. */
  beginFile: (room: FileRoom) => void
  endFile: () => void
}

declare module 'fastify' {
  interface FastifyRequest {
    /** A request without a body has none. */
    admitted: AdmittedBody | null
  }
}

type Body = AdmittedBody & {
  request: FastifyRequest
  reply: FastifyReply
  source: string
  bytes: number
  textBytes: number
  textSeconds: number
  filesArriving: number
  room: FileRoom | null
  /** The bytes that had arrived at each of the last seconds. */
  seen: number[]
}

export function limitConnections(server: Server, isTrusted: IsTrusted, isLimitedBySource: boolean): void {
  const countBySource = new Map<string, number>()
  server.maxConnections = CONNECTIONS_MAX
  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket
    if (!isLimitedBySource || isTrusted(remoteAddress)) return
    const source = sourceOf(remoteAddress)
    const count = (countBySource.get(source) ?? 0) + 1
    countBySource.set(source, count)
    socket.once('close', () => {
      const left = (countBySource.get(source) ?? 1) - 1
      if (left > 0) countBySource.set(source, left)
      else countBySource.delete(source)
    })
    if (count > CONNECTIONS_BY_SOURCE_MAX) socket.destroy()
  })
}

/** Decides about a body before it is read, and ends one that is too slow, too long or holds too much. */
export function admitBodies(app: FastifyInstance, isLimitedBySource: boolean): void {
  // Those that have not been read to their end, and those whose files have room.
  const bodies = new Set<Body>()
  const withFiles = new Set<Body>()
  let textBytes = 0

  app.decorateRequest('admitted', null)
  app.addHook('onRequest', (request, reply, done) => {
    if (!hasBody(request)) return done()
    try {
      rejectIfFull(sourceOf(request.ip))
    } catch (error) {
      reply.header('connection', 'close')
      return done(error as HttpError)
    }
    request.admitted = admit(request, reply)
    done()
  })
  const watching = setInterval(() => {
    for (const body of bodies) watch(body)
  }, 1_000).unref()
  app.server.once('close', () => clearInterval(watching))

  function rejectIfFull(source: string): void {
    const texts = [...bodies].filter((body) => isArriving(body) && body.room === null)
    const ofSource = texts.filter((body) => body.source === source)
    if (isLimitedBySource && ofSource.length >= BODIES_BY_SOURCE_MAX && !cutSlowest(ofSource))
      throw tooMany(RETRY_SECONDS)
    if (texts.length >= BODIES_MAX && !cutSlowest(texts)) throw unavailable()
  }

  function admit(request: FastifyRequest, reply: FastifyReply): Body {
    const counts = { bytes: 0, textBytes: 0, textSeconds: 0, filesArriving: 0, room: null, seen: [], onCut: null }
    const body: Body = {
      request,
      reply,
      source: sourceOf(request.ip),
      ...counts,
      beginFile(room) {
        if (body.room === null) takeRoom(body, room)
        body.filesArriving++
      },
      endFile() {
        body.filesArriving--
      },
    }
    bodies.add(body)
    request.raw.on('arrived', (bytes: number) => count(body, bytes))
    request.raw.once('close', () => forget(body))
    return body
  }

  function count(body: Body, bytes: number): void {
    body.bytes += bytes
    // Nobody reads what comes after the answer.
    if (body.filesArriving > 0 || body.reply.raw.writableEnded || !bodies.has(body)) return
    body.textBytes += bytes
    textBytes += bytes
    if (textBytes > TEXT_BYTES_MAX) hangUp(largestOf([...bodies].filter(isArriving), body))
  }

  function takeRoom(body: Body, room: FileRoom): void {
    const ofSource = [...withFiles].filter(({ source }) => source === body.source)
    if (isLimitedBySource && ofSource.length >= FORMS_WITH_FILES_BY_SOURCE_MAX) throw tooMany(RETRY_SECONDS)
    const others = () => [...withFiles].filter((other) => other.room?.place === room.place)
    const isFull = () =>
      others().reduce((sum, other) => sum + (other.room?.bytesMax ?? 0), room.bytesMax) > FILE_BYTES_MAX[room.place]
    while (isFull()) if (!cutSlowest(others().filter(isArriving))) throw unavailable()
    body.room = room
    withFiles.add(body)
    body.reply.raw.once('close', () => withFiles.delete(body))
  }

  function watch(body: Body): void {
    if (!isArriving(body)) return
    // Bytes that have arrived and wait here do not tell how fast the client is.
    body.seen = body.request.raw.readableLength > 0 ? [] : [...body.seen, body.bytes].slice(-WINDOW_SECONDS - 1)
    if (body.filesArriving === 0) body.textSeconds++
    const isSlow = body.seen.length > WINDOW_SECONDS && bytesPerSecond(body) < BYTES_PER_SECOND_MIN
    if (isSlow || body.textSeconds > TEXT_SECONDS_MAX)
      cut(body, new HttpError(408, body.onCut ? 'connection_too_slow' : 'request_too_slow'))
  }

  function cutSlowest(candidates: Body[]): boolean {
    const known = candidates.filter(({ seen }) => seen.length > SCARCE_AFTER_SECONDS)
    const [slowest] = known.sort((one, other) => bytesPerSecond(one) - bytesPerSecond(other))
    if (!slowest || bytesPerSecond(slowest) >= SCARCE_BYTES_PER_SECOND_MIN) return false
    cut(slowest, unavailable())
    return true
  }

  function cut(body: Body, error: HttpError): void {
    const { request, reply, onCut } = body
    forget(body)
    withFiles.delete(body)
    if (reply.raw.headersSent) request.raw.destroy()
    else if (onCut) {
      reply.header('connection', 'close')
      onCut(error)
    } else app.server.emit('clientError', error, request.socket)
  }

  /** Ends the connection without an answer, which the body would have to wait for in memory. */
  function hangUp(body: Body): void {
    forget(body)
    withFiles.delete(body)
    body.request.raw.destroy()
  }

  function forget(body: Body): void {
    if (bodies.delete(body)) textBytes -= body.textBytes
  }
}

function hasBody({ headers }: FastifyRequest): boolean {
  return Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined
}

const isArriving = ({ request: { raw } }: Body) => !raw.complete && !raw.destroyed

function bytesPerSecond({ seen }: Body): number {
  return ((seen.at(-1) ?? 0) - (seen[0] ?? 0)) / Math.max(1, seen.length - 1)
}

function largestOf(bodies: Body[], first: Body): Body {
  return bodies.reduce((largest, body) => (body.textBytes > largest.textBytes ? body : largest), first)
}
