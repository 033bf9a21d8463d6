import { tagCalls } from '@petsetu/contract/tags.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { mounter } from '../http/mount.ts'
import { insertTags } from './tag-queries.ts'

export function tagRoutes(app: FastifyInstance, deps: Deps): void {
  const on = mounter(app, deps)

  on(tagCalls.generate, async ({ query, person, request }) => {
    const petIds = await insertTags(deps.db, query.numberOfIds)
    request.log.info({ event: 'tags-generated', count: petIds.length, by: person.id }, 'tags generated')
    return petIds
  })
}
