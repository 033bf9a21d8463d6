import { scanCalls, type Tag, tagCalls, tagStates } from '@petsetu/contract/pets/tags.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { recordAudit, recordDownload } from '../../people/audit/record-audit.ts'
import { badRequest } from '../../platform/errors.ts'
import { type CsvColumn, indianClock, streamCsv } from '../../platform/http/bodies/csv.ts'
import { routeRegistrar } from '../../platform/http/routing/route-registrar.ts'
import { languageOf } from '../../platform/languages/request-language.ts'
import { inPdfThread, sendPdf } from '../../platform/pdf/pdf-thread.ts'
import { recordAct } from '../../platform/record-event.ts'
import { readOwnPet } from '../pet-queries.ts'
import { listScans } from '../scans/scan-counter.ts'
import { insertTags, knownTags, listBatches, listTagsAfter, listTagsPage, openBatch } from './tag-queries.ts'
import type { tagSheet } from './tag-sheet.ts'

const TAGS_A_PAGE = 60

const drawSheet = inPdfThread<typeof tagSheet>(new URL('./tag-sheet.ts', import.meta.url), 'tagSheet')

export function tagRoutes(app: FastifyInstance, deps: Deps): void {
  const on = routeRegistrar(app, deps)

  on(tagCalls.generate, async ({ query, by, request, createOnce }) => {
    // A HEAD request must not generate tags, since nobody would see their IDs.
    if (request.method === 'HEAD') return []
    const petIds = await createOnce(async (transaction) => {
      const batch = query.batchName ? await openBatch(transaction, query.batchName) : null
      const made = await insertTags(transaction, query.numberOfIds, batch?.id)
      const after = { tags: made, ...(batch && { batch: batch.name }) }
      const object = { kind: 'tag' as const, ...(made.length === 1 && { id: made[0] }) }
      await recordAudit(transaction, by, 'tags-generated', object, { after })
      return made
    })
    recordAct(by, { event: 'tags-generated', count: petIds.length })
    return petIds
  })

  on(tagCalls.list, async ({ query: { page = 1, limit = TAGS_A_PAGE, ...filter }, reply }) => {
    const { rows, total } = await listTagsPage(deps, filter, page, limit)
    reply.header('x-total-count', total)
    return rows
  })

  on(tagCalls.csv, async ({ query, by, reply }) => {
    await recordDownload(deps.db, by, 'tag', query)
    return streamCsv<Tag>(reply, 'tags.csv', CSV_COLUMNS, (last, limit) => listTagsAfter(deps.db, query, last, limit))
  })

  on(tagCalls.listBatches, ({ query }) => listBatches(deps.db, query.batch ?? null))

  on(scanCalls.list, async ({ params, person }) => {
    const { id } = await readOwnPet(deps.db, params.id, person)
    return listScans(deps.db, id)
  })

  on(tagCalls.sheet, async ({ query, request, reply }) => {
    const petIds = await knownTags(deps.db, query.petIds)
    if (petIds.length < query.petIds.length) throw badRequest('unknown_tags')
    return sendPdf(reply, 'petsetu-tags.pdf', await drawSheet(petIds, deps.config.publicUrl, languageOf(request)))
  })
}

const CSV_COLUMNS: CsvColumn<Tag>[] = [
  { headId: 'csv.tagId', cell: ({ petId }) => petId },
  { headId: 'tags.state', cell: ({ state }, text) => text(tagStates[state].label) },
  { headId: 'csv.petName', cell: ({ petName }) => petName },
  { headId: 'tags.batch', cell: ({ batch }) => batch?.name ?? null },
  { headId: 'tags.generatedOn', cell: ({ createdAt }) => indianClock(createdAt) },
]
