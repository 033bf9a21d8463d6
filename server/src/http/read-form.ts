import type { IncomingMessage } from 'node:http'
import { Busboy, type BusboyConfig, type BusboyFileStream, type BusboyHeaders } from '@fastify/busboy'
import { badRequest } from '../errors.ts'

/** What becomes of a form's parts as they come. What is thrown ends the reading. */
export type PartTaker = {
  field: (name: string, value: string, isCutOff: boolean) => void
  /** Takes the stream to its end. What stands behind the file in the form may come before that. */
  file: (name: string, file: BusboyFileStream, filename: string) => Promise<void>
}

type Limits = NonNullable<BusboyConfig['limits']>

/**
 * Hands over the parts of a form as they stream in. Refuses what is no form, breaks off or goes beyond a limit; nobody is taking a
 * part any more then.
 */
export async function readForm(request: IncomingMessage, limits: Limits, take: PartTaker): Promise<void> {
  const parser = parserFor(request, limits)
  const { promise: read, resolve, reject } = Promise.withResolvers<void>()
  const refuse = () => reject(unreadable())
  let file: BusboyFileStream | undefined
  let taken = Promise.resolve()

  parser.on('field', (name, value, _isNameCutOff, isCutOff) => {
    try {
      take.field(name, value, isCutOff)
    } catch (error) {
      reject(error)
    }
  })
  parser.on('file', (name, stream, filename) => {
    file = stream
    // What breaks it off, the parser or we ourselves, is told of elsewhere.
    stream.on('error', () => {})
    taken = take.file(name, stream, filename)
    taken.catch(reject)
  })
  for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) parser.on(limit, refuse)
  parser.on('error', refuse)
  parser.on('finish', resolve)
  // One that has come whole closes as well, while its last part may still be on its way through the parser.
  request.on('close', () => request.readableEnded || refuse())
  // Its end was told before anybody listened: it hung up while it waited for its turn.
  if (request.destroyed) refuse()
  request.pipe(parser)

  try {
    await read
    await taken
  } catch (error) {
    request.unpipe(parser)
    parser.destroy()
    // Nobody wants the rest, but the next request on this connection stands behind it.
    request.resume()
    file?.destroy(error as Error)
    await taken.catch(() => {})
    throw error
  }
}

function parserFor({ headers }: IncomingMessage, limits: Limits) {
  try {
    return new Busboy({ headers: headers as BusboyHeaders, limits })
  } catch {
    throw unreadable()
  }
}

export const unreadable = () => badRequest('The form could not be read.')
