import { caseNoticeCalls } from '@petsetu/contract/complaints/follow.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { isToldOfCase, removeDevice, saveCaseDevice } from '../../people/push/push-devices.ts'
import { requireUsable } from '../../people/push/send-push.ts'
import { routeRegistrar } from '../../platform/http/routing/route-registrar.ts'
import { languageOf } from '../../platform/languages/request-language.ts'
import { complaintOfLink } from './followed-case.ts'

/** Notices of a complaint on the devices of whoever has a link to it. */
export function caseNoticeRoutes(app: FastifyInstance, deps: Deps): void {
  const on = routeRegistrar(app, deps)

  on(caseNoticeCalls.state, async ({ params, body, request }) => {
    const id = await complaintOfLink(deps, params.token, request.ip)
    return succeed({ is_on: await isToldOfCase(deps.db, id, body.endpoint) })
  })

  on(caseNoticeCalls.start, async ({ params, body, request }) => {
    const id = await complaintOfLink(deps, params.token, request.ip)
    requireUsable(deps, body)
    await deps.throttles.pushDevicesByComplaint.count(String(id))
    await saveCaseDevice(deps.db, id, { ...body, language: languageOf(request) })
  })

  on(caseNoticeCalls.stop, async ({ params, body, request }) => {
    const complaintId = await complaintOfLink(deps, params.token, request.ip)
    await removeDevice(deps.db, { complaintId }, body.endpoint)
  })
}
