import { grievanceCalls, type ListedGrievance } from '@petsetu/contract/people/grievances.ts'
import { firstPageOf, paginationOf, succeed } from '@petsetu/contract/platform/envelope.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { conflict } from '../../platform/errors.ts'
import { type CsvColumn, indianClock, streamCsv } from '../../platform/http/bodies/csv.ts'
import type { Person } from '../../platform/http/routing/person.ts'
import { routeRegistrar } from '../../platform/http/routing/route-registrar.ts'
import { recordAct } from '../../platform/record-event.ts'
import { recordAudit, recordDownload } from '../audit/record-audit.ts'
import {
  acknowledgeGrievance,
  addGrievance,
  answerGrievance,
  countGrievances,
  listGrievances,
  listGrievancesAfter,
  readGrievance,
} from './grievance-queries.ts'

/** The register of grievances, for the admins who answer them. */
export function grievanceRoutes(app: FastifyInstance, deps: Deps): void {
  const on = routeRegistrar(app, deps)
  const { db } = deps

  on(grievanceCalls.list, async ({ query }) => {
    const { page, limit } = firstPageOf(query)
    const { state, sort } = query
    const [data, total, open, overdue] = await Promise.all([
      listGrievances(db, { state, sort, page, limit }),
      countGrievances(db, state),
      countGrievances(db, 'open'),
      countGrievances(db, 'open', { isOverdue: true }),
    ])
    return { ...succeed(data), summary: { open, overdue }, pagination: paginationOf({ page, limit }, total) }
  })

  on(grievanceCalls.csv, async ({ query, by, reply }) => {
    await recordDownload(db, by, 'grievance', query)
    return streamCsv<ListedGrievance>(reply, 'grievances.csv', CSV_COLUMNS, (last, limit) =>
      listGrievancesAfter(db, query.state, last, limit),
    )
  })

  on(grievanceCalls.read, async ({ params: { id } }) => succeed(await readGrievance(db, id)))

  on(grievanceCalls.enter, async ({ body, person, by, createOnce }) => {
    const id = await createOnce(async (transaction) => {
      const { id, isNew } = await addGrievance(deps, transaction, { ...body, enteredBy: person.id })
      if (isNew) await recordAudit(transaction, by, 'grievance-entered', { kind: 'grievance', id })
      return id
    })
    recordAct(by, { event: 'grievance-entered', grievanceId: id })
    return succeed(await readGrievance(db, id))
  })

  on(grievanceCalls.acknowledge, async ({ params: { id }, person, by }) =>
    change(id, 'grievance-acknowledged', by, async (transaction) => {
      if (!(await acknowledgeGrievance(transaction, id, person.id))) throw conflict('grievance_acknowledged')
    }),
  )

  on(grievanceCalls.answer, async ({ params: { id }, body: { answer }, person, by }) =>
    change(id, 'grievance-answered', by, (transaction) =>
      answerGrievance(deps, transaction, { id, answer, adminId: person.id }),
    ),
  )

  async function change(
    id: number,
    action: 'grievance-acknowledged' | 'grievance-answered',
    by: { person: Person; request: FastifyRequest },
    work: (transaction: typeof db) => Promise<void>,
  ) {
    await readGrievance(db, id)
    await inTransaction(db, async (transaction) => {
      await recordAudit(transaction, by, action, { kind: 'grievance', id })
      await work(transaction)
    })
    recordAct(by, { event: action, grievanceId: id })
    return succeed(await readGrievance(db, id))
  }
}

const CSV_COLUMNS: CsvColumn<ListedGrievance>[] = [
  { headId: 'grievances.number', cell: ({ number }) => number },
  { headId: 'grievances.received', cell: ({ received_at }) => indianClock(received_at) },
  { headId: 'grievances.way', cell: ({ way }, text) => text(`grievances.${way}`) },
  { headId: 'grievances.about', cell: ({ kind }, text) => text(`grievances.${kind}`) },
  { headId: 'csv.name', cell: ({ name }) => name },
  { headId: 'csv.email', cell: ({ email }) => email },
  { headId: 'csv.phone', cell: ({ phone }) => phone },
  { headId: 'grievances.words', cell: ({ text }) => text },
  { headId: 'grievances.acknowledged', cell: ({ acknowledged_at }) => acknowledged_at && indianClock(acknowledged_at) },
  { headId: 'grievances.due', cell: ({ due_on }) => due_on },
  { headId: 'grievances.answeredOn', cell: ({ answered_at }) => answered_at && indianClock(answered_at) },
  { headId: 'grievances.answer', cell: ({ answer }) => answer },
]
