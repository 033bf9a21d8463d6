import { bookCalls } from '@petsetu/contract/payments/books.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { routeRegistrar } from '../../platform/http/routing/route-registrar.ts'
import { recordAct } from '../../platform/record-event.ts'
import { listBookYears, lockYear } from './book-years.ts'

export function bookRoutes(app: FastifyInstance, deps: Deps): void {
  const on = routeRegistrar(app, deps)

  on(bookCalls.years, async () => succeed(await listBookYears(deps.db)))

  on(bookCalls.lock, async ({ params: { year }, body: { reason }, by }) => {
    const locked = await lockYear(deps.db, year, { reason, by })
    recordAct(by, { event: 'year-locked', year })
    return succeed(locked)
  })
}
