import { deskCalls } from '@petsetu/contract/desk.ts'
import { pageOf, paginationOf, succeed } from '@petsetu/contract/envelope.ts'
import { PAISE_PER_RUPEE } from '@petsetu/contract/money.ts'
import type { FastifyInstance } from 'fastify'
import { inTransaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { mounter } from '../http/routing/mount.ts'
import type { PaymentDeps } from '../payments/payment-deps.ts'
import { recordEvent } from '../record-event.ts'
import { bounceCheque, clearCheque, voidDeskPayment } from './change-desk-payment.ts'
import { countDeskPayments, listDeskPayments, readDeskPayment } from './desk-queries.ts'
import { findDeskSubjects, readDeskSubject } from './desk-subjects.ts'
import { enterDonation, enterMember } from './enter-at-desk.ts'
import { takeDeskPayment } from './take-desk-payment.ts'
import { withdrawVoid } from './withdraw-void.ts'

const FIRST_PAGE = { page: 1, limit: 20 }

export function deskRoutes(app: FastifyInstance, deps: Deps & { payments: PaymentDeps }): void {
  const on = mounter(app, deps)
  const { db, payments, config } = deps

  on(deskCalls.take, async ({ body, person, request, createOnce }) => {
    const id = await createOnce((transaction) => takeDeskPayment(payments, transaction, body, { person, request }))
    recordEvent(request.log, { event: 'desk-payment-taken', paymentId: id, actorId: person.id })
    return succeed(await readDeskPayment(db, id))
  })

  on(deskCalls.list, async ({ query }) => {
    const page = pageOf(query) ?? FIRST_PAGE
    const [data, total] = await Promise.all([listDeskPayments(db, query, page), countDeskPayments(db, query)])
    return { ...succeed(data), pagination: paginationOf(page, total) }
  })

  on(deskCalls.subjects, async ({ query }) => succeed(await findDeskSubjects(db, query)))

  on(deskCalls.enterMember, async ({ body, person, request }) => {
    const id = await inTransaction(db, (transaction) => enterMember(deps, transaction, body, { person, request }))
    recordEvent(request.log, { event: 'member-entered', membershipId: id, actorId: person.id })
    return succeed(await readDeskSubject(db, 'membership', id))
  })

  on(deskCalls.enterDonation, async ({ body, person, request }) => {
    const id = await inTransaction(db, (transaction) => enterDonation(deps, transaction, body, { person, request }))
    recordEvent(request.log, { event: 'donation-entered', donationId: id, actorId: person.id })
    return succeed(await readDeskSubject(db, 'donation', id))
  })

  on(deskCalls.clear, async ({ params: { id }, person, request }) => {
    await clearCheque(payments, id, { person, request })
    recordEvent(request.log, { event: 'cheque-cleared', paymentId: id, actorId: person.id })
    return succeed(await readDeskPayment(db, id))
  })

  on(deskCalls.bounce, async ({ params: { id }, person, request }) => {
    await bounceCheque(payments, id, { person, request })
    recordEvent(request.log, { event: 'cheque-bounced', paymentId: id, actorId: person.id })
    return succeed(await readDeskPayment(db, id))
  })

  on(deskCalls.void, async ({ params: { id }, body: { reason }, person, request }) => {
    const aloneMaxPaise = config.deskVoidAloneRupeesMax * PAISE_PER_RUPEE
    const isVoid = await voidDeskPayment(payments, id, { by: { person, request }, reason, aloneMaxPaise })
    const event = isVoid ? 'desk-payment-voided' : 'desk-void-asked'
    recordEvent(request.log, { event, paymentId: id, actorId: person.id })
    return succeed(await readDeskPayment(db, id))
  })

  on(deskCalls.withdrawVoid, async ({ params: { id }, person, request }) => {
    await withdrawVoid(db, id, { person, request })
    recordEvent(request.log, { event: 'desk-void-withdrawn', paymentId: id, actorId: person.id })
    return succeed(await readDeskPayment(db, id))
  })
}
