import { ATTACHMENT_PATH, attachmentFile } from '@petsetu/contract/complaint-files.ts'
import { hasDuty } from '@petsetu/contract/duties.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { dutyRequired, enrolmentRequired, forbidden, notFound, unauthorized } from '../errors.ts'
import type { FileStore } from '../files/file-store.ts'
import { STORED_NAME } from '../files/kept-file.ts'
import { isSigned } from '../files/signed-link.ts'
import { bearerToken } from '../http/routing/person.ts'
import { routeOf } from '../http/routing/route-of.ts'
import { readShown } from './complaint-files.ts'

/** Serves attachments to an admin, and to whoever has a link signed with `linkKey`. */
export function attachmentRoutes(
  app: FastifyInstance,
  { db, attachments, findPerson }: Pick<Deps, 'db' | 'findPerson'> & { attachments: FileStore },
  linkKey: Buffer,
): void {
  app.get<{ Params: { file_path: string }; Querystring: Record<string, unknown> }>(
    routeOf(ATTACHMENT_PATH),
    async (request, reply) => {
      const { file_path: name } = request.params
      await rejectStrangers(request, name)
      const file = STORED_NAME.test(name) ? await readShown(db, attachments, name) : null
      if (!file) throw notFound('attachment_not_found')
      return attachmentHeaders(reply, name, file.bytes).send(file.content)
    },
  )

  /** Allows an admin, or a link that the complaint's detail gave out some minutes ago. Knowing the file name is not enough. */
  async function rejectStrangers(request: FastifyRequest, name: string): Promise<void> {
    if (isSigned(name, request.query as Record<string, unknown>, linkKey)) return
    const token = bearerToken(request)
    const person = token ? await findPerson(token) : null
    if (person?.mustEnrol) throw enrolmentRequired()
    if (person && hasDuty(person, attachmentFile.duty)) return
    if (person?.role === 'admin') throw dutyRequired(attachmentFile.duty)
    const hasLink = Object.hasOwn(request.query as object, 'signature')
    throw person || hasLink ? forbidden() : unauthorized()
  }
}

const TYPES: Record<string, string> = { pdf: 'application/pdf', jpg: 'image/jpeg', png: 'image/png' }

/** Serves the file with the content type that was detected, sandboxed so that nothing in it can run. */
function attachmentHeaders(reply: FastifyReply, name: string, bytes: number): FastifyReply {
  const extension = name.split('.').at(-1) ?? ''
  return reply
    .header('content-type', TYPES[extension] ?? 'application/octet-stream')
    .header('content-length', bytes)
    .header('content-disposition', `inline; filename="complaint-${name}"`)
    .header('cache-control', 'private, no-store')
}
