import { passkeyCalls } from '@petsetu/contract/people/factors.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { unauthorized } from '../../../platform/errors.ts'
import { bearerToken, type Person } from '../../../platform/http/routing/person.ts'
import { routeRegistrar } from '../../../platform/http/routing/route-registrar.ts'
import { recordEvent } from '../../../platform/record-event.ts'
import { mailLanguage } from '../../users/mail-language.ts'
import { findAccountById } from '../../users/user-queries.ts'
import { requireCodeIfProtected, requireOwner } from '../require-password.ts'
import { openSession } from '../session-queries.ts'
import { signedIn } from '../sign-in.ts'
import { listPasskeys } from './passkey-queries.ts'
import {
  addOptions,
  addPasskey,
  canHavePasskeys,
  giveName,
  removePasskey,
  signInOptions,
  spendPasskey,
} from './passkeys.ts'

export function passkeyRoutes(app: FastifyInstance, deps: Deps): void {
  const on = routeRegistrar(app, deps)

  on(passkeyCalls.askToSignIn, async () => succeed(signInOptions(deps)))

  on(passkeyCalls.signIn, async ({ body, request }) => {
    await deps.throttles.signinByAddress.count(request.ip)
    const account = await findAccountById(deps.db, await spendPasskey(deps, body))
    const userAgent = request.headers['user-agent']
    const accessToken = account && (await openSession(deps.db, account, userAgent, { byPasskey: true }))
    if (!accessToken) throw unauthorized()
    return signedIn(deps, request, account, accessToken)
  })

  on(passkeyCalls.list, async ({ person }) =>
    succeed({ can_have: canHavePasskeys(deps.config), passkeys: await listPasskeys(deps.db, person.id) }),
  )

  on(passkeyCalls.askToAdd, async ({ body, person, request }) => {
    const owner = await requirePresentFactor(deps, person, request, body)
    return succeed(await addOptions(deps, owner))
  })

  on(passkeyCalls.add, async ({ body, person, by, request }) => {
    const account = await findAccountById(deps.db, person.id)
    if (!account) throw unauthorized()
    const owner = { ...account, language: mailLanguage(account, request) }
    const added = await addPasskey(deps, { by, owner, token: bearerToken(request) }, body)
    recordEvent(request.log, { event: 'passkey-added', userId: person.id })
    return succeed(added)
  })

  on(passkeyCalls.rename, async ({ params, body, person }) =>
    succeed(await giveName(deps, { id: params.id, userId: person.id }, body.name)),
  )

  on(passkeyCalls.remove, async ({ params, body, person, by, request }) => {
    const owner = await requirePresentFactor(deps, person, request, body)
    await removePasskey(deps, { by, owner, token: bearerToken(request) }, params.id)
    recordEvent(request.log, { event: 'passkey-removed', userId: person.id })
  })
}

/** Requires the password, and a code of whoever has a second factor, because a stolen session has neither. */
async function requirePresentFactor(
  deps: Deps,
  person: Person,
  request: FastifyRequest,
  { password, code }: { password: string; code?: string | undefined },
) {
  const owner = await requireOwner(deps, person, request, password)
  await requireCodeIfProtected(deps, owner, code)
  return owner
}
