import type { AuditAction } from '@petsetu/contract/people/audit.ts'
import { breachCalls, TOLD_STATE_LABELS, type ToldPerson } from '@petsetu/contract/people/breaches.ts'
import { firstPageOf, paginationOf, succeed } from '@petsetu/contract/platform/envelope.ts'
import { LANGUAGES, languages } from '@petsetu/languages/languages.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Deps } from '../../../deps.ts'
import type { Db } from '../../../platform/db/pool.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { changedMeanwhile, conflict } from '../../../platform/errors.ts'
import { type CsvColumn, indianClock, streamCsv } from '../../../platform/http/bodies/csv.ts'
import type { Person } from '../../../platform/http/routing/person.ts'
import { routeRegistrar } from '../../../platform/http/routing/route-registrar.ts'
import { languageOf } from '../../../platform/languages/request-language.ts'
import { textsIn } from '../../../platform/languages/texts.ts'
import { recordAct } from '../../../platform/record-event.ts'
import { type AuditDetails, recordAudit, recordDownload } from '../../audit/record-audit.ts'
import { lockBreachLists } from '../privacy-data.ts'
import { draftLetters, dropHeldLetters, enqueueLetters, keepLetters, letterMail, nextLetter } from './breach-letters.ts'
import {
  BREACH_WORDS,
  hasReadTold,
  insertBreach,
  insertStep,
  listBreaches,
  listTold,
  listToldAfter,
  lockOpenBreach,
  readBreach,
  updateBreach,
} from './breach-queries.ts'
import { keepConcerned } from './concerned-people.ts'

type BreachAction = Extract<AuditAction, `breach-${string}`>
type By = { person: Person; request: FastifyRequest }

export function breachRoutes(app: FastifyInstance, deps: Deps): void {
  const on = routeRegistrar(app, deps)
  const { db, enqueueMail, foundation } = deps
  const read = (id: number, request: FastifyRequest) => readBreach(db, id, textsIn(languageOf(request)))

  on(breachCalls.list, async () => succeed(await listBreaches(db)))

  on(breachCalls.read, async ({ params: { id }, request }) => succeed(await read(id, request)))

  on(breachCalls.create, async ({ body, by, request, createOnce }) => {
    const id = await createOnce(async (transaction) => {
      const id = await insertBreach(transaction, body)
      await note(transaction, id, 'breach-entered', by)
      return id
    })
    return succeed(await read(id, request))
  })

  on(breachCalls.update, async ({ params: { id }, body: { version, ...facts }, by, request }) => {
    const isSaved = await inTransaction(db, async (transaction) => {
      const changed = await updateBreach(transaction, id, facts, version)
      if (changed) await note(transaction, id, 'breach-changed', by, { ...changed, personal: BREACH_WORDS })
      return changed !== null
    })
    const stored = await read(id, request)
    if (!isSaved) throw changedMeanwhile('errorSentences.changedBreach', stored)
    return succeed(stored)
  })

  on(breachCalls.addStep, async ({ params: { id }, body, person, by, request, createOnce }) => {
    await createOnce(async (transaction) => {
      await lockOpenBreach(transaction, id)
      await note(transaction, id, 'breach-step-added', by)
      return insertStep(transaction, { ...body, breachId: id, adminId: person.id })
    })
    return succeed(await read(id, request))
  })

  on(breachCalls.drafts, async ({ params: { id }, request }) => {
    const details = foundation()
    const { breachTeamEmail: team, breachBoardEmail: board } = details
    return succeed({ ...draftLetters(await read(id, request), details), emails: { team, board } })
  })

  on(breachCalls.sendLetters, async ({ params: { id }, body: { version, ...letters }, person, by, request }) => {
    await inTransaction(db, async (transaction) => {
      const breach = await lockOpenBreach(transaction, id)
      if (breach.letters_at) throw conflict('breach_letters_sent')
      // Words about the former breach would go to the people of the present one, and could not be called back.
      if (version !== undefined && version !== breach.version)
        throw changedMeanwhile(
          'errorSentences.changedBreach',
          await readBreach(transaction, id, textsIn(languageOf(request))),
        )
      await lockBreachLists(transaction, 'list')
      const people = await keepConcerned(transaction, id, breach)
      if (people === 0) throw conflict('breach_concerns_nobody')
      await keepLetters(
        transaction,
        id,
        LANGUAGES.map((language) => ({ audience: 'people' as const, language, ...letters[language] })),
      )
      await transaction.updateTable('breaches').set({ letters_at: sql`now()` }).where('id', '=', id).execute()
      const { subject } = letters.en
      await insertStep(transaction, { breachId: id, adminId: person.id, kind: 'letters-sent', text: subject })
      await note(transaction, id, 'breach-letters-sent', by, { after: { people } })
      await enqueueLetters(transaction, id)
    })
    return succeed(await read(id, request))
  })

  on(breachCalls.tellAuthority, async ({ params: { id }, body, person, by, request }) => {
    const { to, email, language, ...letter } = body
    await inTransaction(db, async (transaction) => {
      await lockOpenBreach(transaction, id)
      const letterStep = await nextLetter(transaction, id, to)
      if (letterStep === null) throw conflict('breach_authority_told')
      await dropHeldLetters(transaction, id, to)
      await keepLetters(transaction, id, [{ audience: to, language, sent_to: email, ...letter }])
      const identity = { kind: 'breach-authority', breachId: id, step: letterStep } as const
      await enqueueMail(transaction, letterMail(identity, { to: email, language }, letter))
      const step = { kind: `${to}-told`, text: `${email}: ${letter.subject}` } as const
      await insertStep(transaction, { breachId: id, adminId: person.id, ...step })
      await note(transaction, id, 'breach-authority-told', by, { after: { to } })
    })
    return succeed(await read(id, request))
  })

  on(breachCalls.listTold, async ({ params: { id }, query, person, by, request }) => {
    await read(id, request)
    if (!(await hasReadTold(db, id, person.id))) await note(db, id, 'breach-people-read', by)
    const { page, limit } = firstPageOf(query)
    const { people, total } = await listTold(db, { breachId: id, page, limit })
    return { ...succeed(people), pagination: paginationOf({ page, limit }, total) }
  })

  on(breachCalls.toldCsv, async ({ params: { id }, by, request, reply }) => {
    await read(id, request)
    const file = `breach-${id}-people.csv`
    await recordDownload(db, by, 'breach', { file })
    return streamCsv<ToldPerson>(reply, file, CSV_COLUMNS, (last, limit) => listToldAfter(db, id, last, limit))
  })

  on(breachCalls.close, async ({ params: { id }, person, by, request }) => {
    await inTransaction(db, async (transaction) => {
      await lockOpenBreach(transaction, id)
      await transaction.updateTable('breaches').set({ closed_at: sql`now()` }).where('id', '=', id).execute()
      await insertStep(transaction, { breachId: id, adminId: person.id, kind: 'closed', text: '' })
      await note(transaction, id, 'breach-closed', by)
    })
    return succeed(await read(id, request))
  })

  async function note(transaction: Db, id: number, action: BreachAction, by: By, changed: AuditDetails = {}) {
    await recordAudit(transaction, by, action, { kind: 'breach', id }, changed)
    recordAct(by, { event: action, breachId: id })
  }
}

const CSV_COLUMNS: CsvColumn<ToldPerson>[] = [
  { headId: 'csv.email', cell: ({ email }) => email },
  { headId: 'csv.phone', cell: ({ phone }) => phone },
  { headId: 'breaches.language', cell: ({ language }) => languages[language].name },
  { headId: 'breaches.letter', cell: ({ state }, text) => text(TOLD_STATE_LABELS[state]) },
  { headId: 'csv.when', cell: ({ sent_at }) => sent_at && indianClock(sent_at) },
]
