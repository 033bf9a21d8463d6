import { caseCalls } from '@petsetu/contract/cases.ts'
import { succeed } from '@petsetu/contract/envelope.ts'
import type { FastifyInstance } from 'fastify'
import { recordAudit } from '../../audit/record-audit.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { mounter } from '../../http/routing/mount.ts'
import { deleteAnswer, insertAnswer, listAnswers, updateAnswer } from './answer-queries.ts'

/** The routes for the answers that admins keep, so that they need not write them again. */
export function answerRoutes(app: FastifyInstance, deps: Deps): void {
  const on = mounter(app, deps)
  const { db } = deps

  on(caseCalls.listAnswers, async () => succeed(await listAnswers(db)))

  on(caseCalls.createAnswer, async ({ body, person, request, createOnce }) => {
    const id = await createOnce(async (transaction) => {
      const created = await insertAnswer(transaction, body)
      const object = { kind: 'answer', id: created } as const
      await recordAudit(transaction, { person, request }, { action: 'answer-created', object, after: body })
      return created
    })
    return succeed({ id })
  })

  on(caseCalls.updateAnswer, async ({ params: { id }, body, person, request }) => {
    const answer = await inTransaction(db, async (transaction) => {
      const { before, after } = await updateAnswer(transaction, id, body)
      const object = { kind: 'answer', id } as const
      await recordAudit(transaction, { person, request }, { action: 'answer-changed', object, before, after })
      return after
    })
    return succeed(answer)
  })

  on(caseCalls.deleteAnswer, async ({ params: { id }, person, request }) =>
    inTransaction(db, async (transaction) => {
      const before = await deleteAnswer(transaction, id)
      const object = { kind: 'answer', id } as const
      await recordAudit(transaction, { person, request }, { action: 'answer-deleted', object, before })
    }),
  )
}
