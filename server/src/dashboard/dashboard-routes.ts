import { dashboardCalls } from '@petsetu/contract/dashboard.ts'
import { succeed } from '@petsetu/contract/envelope.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { mounter } from '../http/routing/mount.ts'
import { dashboardFigures } from './dashboard-queries.ts'
import { listLatestEvents } from './latest-events.ts'
import { listLatestWeeks } from './latest-weeks.ts'
import { listWaitingWork } from './waiting-work.ts'

export function dashboardRoutes(app: FastifyInstance, deps: Deps): void {
  const on = mounter(app, deps)

  on(dashboardCalls.figures, async ({ person }) => succeed(await dashboardFigures(deps.db, person)))
  on(dashboardCalls.work, async ({ person }) => succeed(await listWaitingWork(deps.db, person)))
  on(dashboardCalls.events, async ({ person }) => succeed(await listLatestEvents(deps.db, person)))
  on(dashboardCalls.weeks, async ({ person }) => succeed(await listLatestWeeks(deps.db, person)))
}
