import { type Answer, type AnswerForm, CASE_ANSWERS_MAX } from '@petsetu/contract/cases.ts'
import type { ComplaintStatus } from '@petsetu/contract/complaints.ts'
import { isLanguage } from '@petsetu/languages/languages.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../db/pool.ts'
import { conflict, notFound } from '../../errors.ts'

type AnswerBody = z.output<typeof AnswerForm>

export async function listAnswers(db: Db): Promise<Answer[]> {
  const rows = await db
    .selectFrom('answers')
    .selectAll()
    .orderBy('title')
    .orderBy('id')
    .limit(CASE_ANSWERS_MAX)
    .execute()
  return rows.map(answerOf)
}

/** Rejects with 409 if there are as many as the list shows. */
export async function insertAnswer(transaction: Db, answer: AnswerBody): Promise<number> {
  // One at a time, so that the limit holds.
  await sql`select pg_advisory_xact_lock(hashtext('answers'))`.execute(transaction)
  const { count } = await transaction
    .selectFrom('answers')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count >= CASE_ANSWERS_MAX) throw conflict('too_many_answers')
  const { id } = await transaction.insertInto('answers').values(answer).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Returns the answer before and after. */
export async function updateAnswer(transaction: Db, id: number, { for_status = null, ...form }: AnswerBody) {
  const before = await transaction.selectFrom('answers').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!before) throw notFound('answer_not_found')
  const after = await transaction
    .updateTable('answers')
    .set({ ...form, for_status })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return { before: answerOf(before), after: answerOf(after) }
}

/** Returns what it was. */
export async function deleteAnswer(db: Db, id: number) {
  const deleted = await db
    .deleteFrom('answers')
    .where('id', '=', id)
    .returning(['title', 'text', 'language', 'for_status'])
    .executeTakeFirst()
  if (!deleted) throw notFound('answer_not_found')
  return deleted
}

type Row = Omit<Answer, 'language' | 'for_status'> & { language: string; for_status: string | null }

function answerOf({ language, for_status, ...answer }: Row): Answer {
  return {
    ...answer,
    language: isLanguage(language) ? language : 'en',
    // A check constraint limits it; the generated type only says string.
    for_status: for_status as ComplaintStatus | null,
  }
}
