import { type Answer, type AnswerForm, CASE_ANSWERS_MAX, caseCalls } from '@petsetu/contract/complaints/cases.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { recordAudit } from '../../people/audit/record-audit.ts'
import { containsValues } from '../../platform/db/expressions.ts'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { changedMeanwhile, conflict, notFound } from '../../platform/errors.ts'
import { routeRegistrar } from '../../platform/http/routing/route-registrar.ts'

export function answerRoutes(app: FastifyInstance, deps: Deps): void {
  const on = routeRegistrar(app, deps)
  const { db } = deps

  on(caseCalls.listAnswers, async () => succeed(await listAnswers(db)))

  on(caseCalls.createAnswer, async ({ body, by, createOnce }) => {
    const id = await createOnce(async (transaction) => {
      const created = await insertAnswer(transaction, body)
      await recordAudit(transaction, by, 'answer-created', { kind: 'answer', id: created }, { after: body })
      return created
    })
    return succeed({ id })
  })

  on(caseCalls.updateAnswer, async ({ params: { id }, body, by }) => {
    const answer = await inTransaction(db, async (transaction) => {
      const { before, after } = await updateAnswer(transaction, id, body)
      const change = { before: withoutVersion(before), after: withoutVersion(after) }
      await recordAudit(transaction, by, 'answer-changed', { kind: 'answer', id }, change)
      return after
    })
    return succeed(answer)
  })

  on(caseCalls.deleteAnswer, async ({ params: { id }, by }) =>
    inTransaction(db, async (transaction) => {
      const before = await deleteAnswer(transaction, id)
      await recordAudit(transaction, by, 'answer-deleted', { kind: 'answer', id }, { before })
    }),
  )
}

const withoutVersion = ({ version, ...answer }: Answer) => answer

type AnswerBody = z.output<typeof AnswerForm>

async function listAnswers(db: Db): Promise<Answer[]> {
  return db.selectFrom('answers').selectAll().orderBy('title').orderBy('id').limit(CASE_ANSWERS_MAX).execute()
}

/** Rejects with 409 if there are as many as the list shows. */
async function insertAnswer(transaction: Db, answer: AnswerBody): Promise<number> {
  // Answers are inserted one at a time, so that the limit holds.
  await sql`select pg_advisory_xact_lock(hashtext('answers'))`.execute(transaction)
  const { count } = await transaction
    .selectFrom('answers')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count >= CASE_ANSWERS_MAX) throw conflict('too_many_answers')
  const { id } = await transaction.insertInto('answers').values(answer).returning('id').executeTakeFirstOrThrow()
  return id
}

type AnswerUpdate = AnswerBody & { version?: number | undefined }

/** Returns the answer before and after. With a `version`, rejects with 409 if the answer has another version by now. */
async function updateAnswer(transaction: Db, id: number, { for_status = null, version, ...form }: AnswerUpdate) {
  const before = await transaction
    .selectFrom('answers')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => notFound('answer_not_found'))
  const wanted = { ...form, for_status }
  if (version !== undefined && version !== before.version) {
    // A repeat of the same update whose reply was lost.
    if (containsValues(before, wanted)) return { before, after: before }
    throw changedMeanwhile('errorSentences.changedAnswer', before)
  }
  const after = await transaction
    .updateTable('answers')
    .set(wanted)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return { before, after }
}

async function deleteAnswer(db: Db, id: number) {
  return db
    .deleteFrom('answers')
    .where('id', '=', id)
    .returning(['title', 'text', 'language', 'for_status'])
    .executeTakeFirstOrThrow(() => notFound('answer_not_found'))
}
