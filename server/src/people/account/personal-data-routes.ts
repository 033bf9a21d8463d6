import { accountCalls } from '@petsetu/contract/people/account.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { tooMany, unauthorized, unavailable } from '../../platform/errors.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { routeRegistrar } from '../../platform/http/routing/route-registrar.ts'
import { recordEvent } from '../../platform/record-event.ts'
import { requireCodeIfProtected } from '../auth/require-password.ts'
import { listKept } from '../privacy/records-of.ts'
import { findAccountById } from '../users/user-queries.ts'
import { deleteAccount, ownIdentity } from './delete-account.ts'

export function personalDataRoutes(app: FastifyInstance, deps: Deps & { attachments: FileStore }): void {
  const on = routeRegistrar(app, deps)
  const takeSlot = downloadSlots()

  on(accountCalls.downloadData, async ({ body, person, request, reply }) => {
    const account = await findAccountById(deps.db, person.id)
    if (!account) throw unauthorized()
    await requireCodeIfProtected(deps, account, body.code)
    const release = takeSlot(person.id)
    try {
      await deps.throttles.dataByAccount.count(String(person.id))
      const { zipPerson } = await import('../privacy/zip-person.ts')
      const zip = await zipPerson(deps, await ownIdentity(deps.db, person.id))
      zip.once('close', release)
      recordEvent(request.log, { event: 'data-downloaded', userId: person.id })
      reply.header('content-type', 'application/zip')
      reply.header('content-disposition', 'attachment; filename="petsetu-data.zip"')
      return zip
    } catch (error) {
      release()
      throw error
    }
  })

  on(accountCalls.listKept, async ({ person }) =>
    succeed(await listKept(deps.db, await ownIdentity(deps.db, person.id))),
  )

  on(accountCalls.delete, async ({ body, person, request }) => {
    await deleteAccount(deps, person, body, request)
    recordEvent(request.log, { event: 'account-deleted', userId: person.id })
  })
}

// A zip holds a few rows and one open file, for as long as its reader takes.
const RUNNING_MAX = 4
const RETRY_AFTER_SECONDS = 30

/**
 * Lets four downloads run at a time on this node, and one of each account. Further ones are rejected and do not wait, because a
 * slow reader would keep them waiting for long. Returns a function that takes a slot for an account and returns its release.
 */
function downloadSlots(): (userId: number) => () => void {
  const running = new Set<number>()
  return (userId) => {
    if (running.has(userId)) throw tooMany(RETRY_AFTER_SECONDS)
    if (running.size >= RUNNING_MAX) throw unavailable(RETRY_AFTER_SECONDS)
    running.add(userId)
    return () => void running.delete(userId)
  }
}
