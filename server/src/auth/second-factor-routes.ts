import { authCalls } from '@petsetu/contract/auth.ts'
import { succeed } from '@petsetu/contract/envelope.ts'
import { factorCalls } from '@petsetu/contract/factors.ts'
import { userCalls } from '@petsetu/contract/users.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { notFound } from '../errors.ts'
import { mounter } from '../http/routing/mount.ts'
import { bearerToken, type Person } from '../http/routing/person.ts'
import { languageOf } from '../languages/request-language.ts'
import { recordEvent } from '../record-event.ts'
import { findAccountById } from '../users/user-queries.ts'
import { endSecondFactorOf } from './end-second-factor-of.ts'
import { countRecoveryCodes } from './recovery-codes.ts'
import { requireCode, wrongCode } from './require-code.ts'
import { requirePassword } from './require-password.ts'
import { beginSecondFactor, confirmSecondFactor, endSecondFactor, renewRecoveryCodes } from './second-factor.ts'
import { findSecondFactor } from './second-factor-queries.ts'
import { signInWithCode } from './sign-in-with-code.ts'
import { rejectCodeGuessing } from './signin-throttle.ts'

export function secondFactorRoutes(app: FastifyInstance, deps: Deps): void {
  const on = mounter(app, deps)
  const { db } = deps

  on(authCalls.secondFactor, ({ body, request }) => signInWithCode(deps, request, body))

  on(factorCalls.read, async ({ person }) => {
    const [factor, left] = await Promise.all([findSecondFactor(db, person.id), countRecoveryCodes(db, person.id)])
    return succeed({
      enabled_at: factor?.confirmedAt?.toISOString() ?? null,
      recovery_codes_left: left,
      is_required: person.mustEnrol,
    })
  })

  on(factorCalls.begin, async ({ body, person, request }) => {
    const owner = await requirePassword(deps, person, { ...body, address: request.ip })
    return succeed(await beginSecondFactor(deps, owner))
  })

  on(factorCalls.confirm, async ({ body, person, request }) => {
    const account = await findAccountById(db, person.id)
    if (!account) throw notFound('user_not_found')
    const owner = { ...account, language: languageOf(request) }
    const guessing = await rejectCodeGuessing(deps, person.id)
    const codes = await confirmSecondFactor(deps, owner, body.code, bearerToken(request))
    if (!codes) {
      await guessing.failed()
      throw wrongCode()
    }
    await guessing.succeeded()
    recordEvent(request.log, { event: 'second-factor-on', userId: person.id })
    return succeed({ recovery_codes: codes })
  })

  on(factorCalls.renewCodes, async ({ body, person, request }) => {
    const owner = await requirePasswordAndCode(deps, person, request.ip, body)
    const codes = await renewRecoveryCodes(deps, { ...owner, language: languageOf(request) })
    recordEvent(request.log, { event: 'recovery-codes-renewed', userId: person.id })
    return succeed({ recovery_codes: codes })
  })

  on(factorCalls.end, async ({ body, person, request }) => {
    const owner = await requirePasswordAndCode(deps, person, request.ip, body)
    await endSecondFactor(deps, { ...owner, language: languageOf(request) }, 'off')
    recordEvent(request.log, { event: 'second-factor-off', userId: person.id, actorId: person.id })
  })

  on(userCalls.endSecondFactor, async ({ params, body: { reason }, person, request }) => {
    await endSecondFactorOf(deps, params.id, reason, { person, request })
    recordEvent(request.log, { event: 'second-factor-off', userId: params.id, actorId: person.id, reason })
  })
}

/** Requires both before a second factor changes. */
async function requirePasswordAndCode(
  deps: Deps,
  person: Person,
  address: string,
  { password, code }: { password: string; code: string },
) {
  const owner = await requirePassword(deps, person, { password, address })
  await requireCode(deps, owner, code)
  return owner
}
