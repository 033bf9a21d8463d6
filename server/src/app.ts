import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { authRoutes } from './auth/auth-routes.ts'
import { findPerson } from './auth/session-queries.ts'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import type { Deps } from './deps.ts'
import { apiDocs } from './http/api-docs.ts'
import { securityHeaders } from './http/headers.ts'
import { healthRoutes } from './http/health-routes.ts'
import { acceptJsonOnly, HTTP_LIMITS } from './http/limits.ts'
import { replyErrors } from './http/reply-error.ts'
import { logRequests } from './http/request-log.ts'
import { createThrottles } from './http/throttles.ts'
import { pageRoutes } from './pages/page-routes.ts'
import { petRoutes } from './pets/pet-routes.ts'
import { tagViews } from './pets/tag-view.ts'
import { tagRoutes } from './tags/tag-routes.ts'
import { userRoutes } from './users/user-routes.ts'

/** The table of contents: everything that the server does, in order. */
export async function buildApp(
  config: Config,
  { pool, db }: Pick<Database, 'pool' | 'db'>,
  loggerInstance: FastifyBaseLogger,
): Promise<FastifyInstance> {
  const deps: Deps = {
    db,
    config,
    throttles: createThrottles(pool, config.rateLimits),
    findPerson: (token) => findPerson(db, token),
  }
  const findTagView = tagViews(pool)

  const app = Fastify({ ...HTTP_LIMITS, loggerInstance, genReqId: () => randomUUID() })
  app.decorateRequest('person', null)
  replyErrors(app)
  acceptJsonOnly(app)
  logRequests(app)
  await securityHeaders(app, config.publicUrl)

  healthRoutes(app, pool)
  await apiDocs(app, config.publicUrl)
  await pageRoutes(app, { ...deps, findTagView })
  authRoutes(app, deps)
  userRoutes(app, deps)
  petRoutes(app, { ...deps, findTagView })
  tagRoutes(app, deps)
  return app
}
