import { accountCalls } from '@petsetu/contract/account.ts'
import { succeed } from '@petsetu/contract/envelope.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { mounter } from '../http/routing/mount.ts'
import { setLanguage } from '../users/user-queries.ts'

export function accountRoutes(app: FastifyInstance, deps: Deps): void {
  const on = mounter(app, deps)

  on(accountCalls.chooseLanguage, async ({ body, person }) => {
    await setLanguage(deps.db, person.id, body.language)
    return succeed(body)
  })
}
