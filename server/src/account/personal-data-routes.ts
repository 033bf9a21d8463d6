import { accountCalls } from '@petsetu/contract/account.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import type { FileStore } from '../files/file-store.ts'
import { mounter } from '../http/routing/mount.ts'
import { recordEvent } from '../record-event.ts'
import { deleteAccount } from './delete-account.ts'
import { downloadSlots } from './download-slots.ts'
import { ownIdentity } from './own-identity.ts'

export function personalDataRoutes(app: FastifyInstance, deps: Deps & { attachments: FileStore }): void {
  const on = mounter(app, deps)
  const takeSlot = downloadSlots()

  on(accountCalls.downloadData, async ({ person, request, reply }) => {
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

  on(accountCalls.delete, async ({ body, person, request }) => {
    await deleteAccount(deps, person, body.password, request)
    recordEvent(request.log, { event: 'account-deleted', userId: person.id })
  })
}
