import { pushCalls } from '@petsetu/contract/people/push.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { bearerToken, type Person } from '../../platform/http/routing/person.ts'
import { routeRegistrar } from '../../platform/http/routing/route-registrar.ts'
import { languageOf } from '../../platform/languages/request-language.ts'
import { findKinds, removeDevice, saveDevice } from './push-devices.ts'
import { readPushKeys } from './push-keys.ts'
import { readNotice } from './queue-notice.ts'
import { requireUsable } from './send-push.ts'

export function pushRoutes(app: FastifyInstance, deps: Deps): void {
  const on = routeRegistrar(app, deps)

  // Without the service worker no browser can show a notice, and with keys that cannot be read none can be sent.
  on(pushCalls.key, async () => succeed({ public_key: deps.config.hasServiceWorker ? await publicKeyOf(deps) : null }))

  on(pushCalls.state, async ({ body, person, request }) => {
    const device = { ...body, language: languageOf(request) }
    return succeed({ kinds: await findKinds(deps.db, signedIn(person, request), device) })
  })

  on(pushCalls.save, async ({ body, person, request }) => {
    requireUsable(deps, body)
    await deps.throttles.pushDevicesByAccount.count(String(person.id))
    await saveDevice(deps.db, signedIn(person, request), { ...body, language: languageOf(request) })
  })

  on(pushCalls.remove, ({ body, person }) => removeDevice(deps.db, { userId: person.id }, body.endpoint))

  on(pushCalls.read, async ({ body, request }) => {
    deps.throttles.pushReadMisses.rejectIfKnownOver(request.ip)
    // The answer is the same for a notice that is forgotten.
    if (!(await readNotice(deps.db, body.token))) await deps.throttles.pushReadMisses.count(request.ip)
  })
}

const signedIn = ({ id }: Person, request: FastifyRequest) => ({ userId: id, token: bearerToken(request) })

function publicKeyOf(deps: Deps): Promise<string | null> {
  return readPushKeys(deps).then(
    ({ publicKey }) => publicKey,
    () => null,
  )
}
