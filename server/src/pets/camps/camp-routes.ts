import { CAMP_KIND_TEXTS } from '@petsetu/contract/pets/camps/camp-kinds.ts'
import { type Camp, campAdminCalls, campCalls } from '@petsetu/contract/pets/camps/camps.ts'
import { groupPetId } from '@petsetu/contract/pets/pet-id.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { recordAudit, recordDownload } from '../../people/audit/record-audit.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { type CsvColumn, indianClock, streamCsv } from '../../platform/http/bodies/csv.ts'
import { routeRegistrar } from '../../platform/http/routing/route-registrar.ts'
import { languageOf } from '../../platform/languages/request-language.ts'
import { inPdfThread, sendPdf } from '../../platform/pdf/pdf-thread.ts'
import {
  deleteCamp,
  insertCamp,
  type ListedWork,
  listCampKinds,
  listCamps,
  listWorks,
  readCamp,
  readHelpersCamp,
  updateCamp,
} from './camp-queries.ts'
import type { campReport } from './camp-report.ts'
import { addWork, listCampAnimals, registerAnimal, undoWork } from './camp-works.ts'

const drawReport = inPdfThread<typeof campReport>(new URL('./camp-report.ts', import.meta.url), 'campReport')

export function campRoutes(app: FastifyInstance, deps: Deps): void {
  helperRoutes(app, deps)
  adminRoutes(app, deps)
}

function helperRoutes(app: FastifyInstance, deps: Deps): void {
  const on = routeRegistrar(app, deps)
  const { db } = deps

  on(campCalls.list, ({ person }) => listCamps(db, person))

  on(campCalls.open, async ({ params, person }) => {
    const camp = await readHelpersCamp(db, params.id, person)
    const [kinds, animals] = await Promise.all([listCampKinds(db, camp.id), listCampAnimals(db, camp)])
    return { ...camp, kinds, animals, works: animals.reduce((sum, { done }) => sum + done.length, 0) }
  })

  on(campCalls.addWork, ({ params, body, by }) => addWork(db, params.id, body, by))

  on(campCalls.registerAnimal, ({ params, body, by }) => registerAnimal(db, params.id, body, by))

  on(campCalls.undoWork, ({ params, by }) => undoWork(db, params.id, params.key, by))
}

function adminRoutes(app: FastifyInstance, deps: Deps): void {
  const on = routeRegistrar(app, deps)
  const { db } = deps

  on(campAdminCalls.listAll, ({ person }) => listCamps(db, person))

  on(campAdminCalls.read, ({ params }) => readCamp(db, params.id))

  on(campAdminCalls.create, async ({ body, by, createOnce }) => {
    const id = await createOnce(async (transaction) => {
      const campId = await insertCamp(transaction, body)
      const after = wordsOf(await readCamp(transaction, campId))
      await recordAudit(transaction, by, 'camp-created', { kind: 'camp', id: campId }, { after, personal: PERSONAL })
      return campId
    })
    return readCamp(db, id)
  })

  on(campAdminCalls.update, ({ params: { id }, body, by }) =>
    inTransaction(db, async (transaction) => {
      const stored = await readCamp(transaction, id)
      await updateCamp(transaction, id, body)
      const camp = await readCamp(transaction, id)
      const change = { before: wordsOf(stored), after: wordsOf(camp), personal: PERSONAL }
      await recordAudit(transaction, by, 'camp-changed', { kind: 'camp', id }, change)
      return camp
    }),
  )

  on(campAdminCalls.delete, ({ params: { id }, by }) =>
    inTransaction(db, async (transaction) => {
      const before = await deleteCamp(transaction, id)
      await recordAudit(transaction, by, 'camp-deleted', { kind: 'camp', id }, { before })
    }),
  )

  on(campAdminCalls.csv, async ({ params: { id }, by, reply }) => {
    await readCamp(db, id)
    const file = `camp-${id}.csv`
    await recordDownload(db, by, 'camp', { file })
    return streamCsv<ListedWork>(reply, file, CSV_COLUMNS, (last, limit) => listWorks(db, id, last, limit))
  })

  on(campAdminCalls.report, async ({ params: { id }, request, reply }) => {
    const camp = await readCamp(db, id)
    const { foundationName } = deps.foundation()
    return sendPdf(reply, `petsetu-camp-${id}.pdf`, await drawReport(camp, { foundationName }, languageOf(request)))
  })
}

const PERSONAL = ['helpers']

function wordsOf({ name, day, ward, place, kinds, helpers }: Camp) {
  return { name, day, ward, place, kinds, helpers }
}

const CSV_COLUMNS: CsvColumn<ListedWork>[] = [
  { headId: 'csv.tagId', cell: ({ tag }) => tag && groupPetId(tag) },
  { headId: 'csv.petName', cell: ({ name }) => name },
  { headId: 'csv.type', cell: ({ type }) => type },
  { headId: 'csv.gender', cell: ({ sex }, text) => text(`prints.${sex}`) },
  { headId: 'csv.ward', cell: ({ ward }) => ward },
  { headId: 'csv.work', cell: ({ kind }, text) => text(CAMP_KIND_TEXTS[kind]) },
  { headId: 'csv.doneAt', cell: ({ at }) => indianClock(at.toISOString()) },
  { headId: 'csv.helper', cell: ({ by }) => by },
  {
    headId: 'csv.certificateFile',
    cell: ({ isCertified }, text) => (isCertified === null ? null : text(isCertified ? 'csv.yes' : 'csv.no')),
  },
]
