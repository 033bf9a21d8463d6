import { succeed } from '@petsetu/contract/platform/envelope.ts'
import { membershipCalls } from '@petsetu/contract/supporters/memberships.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { checkoutOf, openOrder } from '../../payments/orders/open-order.ts'
import { verifyCheckout } from '../../payments/orders/verify-checkout.ts'
import type { PaymentDeps } from '../../payments/payment-deps.ts'
import { recordAudit } from '../../people/audit/record-audit.ts'
import { countSender } from '../../people/users/contact.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { routeRegistrar } from '../../platform/http/routing/route-registrar.ts'
import { languageOf } from '../../platform/languages/request-language.ts'
import { textsIn } from '../../platform/languages/texts.ts'
import { recordAct } from '../../platform/record-event.ts'
import { tellOfEarlierStart } from './membership-mails.ts'
import { activateFreeMembership, membershipPurpose } from './membership-purpose.ts'
import {
  cancelMembership,
  findCurrentMembership,
  findRenewal,
  listMembershipsOf,
  lockMembership,
  readMembership,
} from './membership-queries.ts'
import { listReminders } from './membership-reminder.ts'
import { type RegisteredMembership, registerMembership } from './register-membership.ts'

export function membershipRoutes(app: FastifyInstance, deps: Deps & { payments: PaymentDeps }): void {
  const on = routeRegistrar(app, deps)
  const { db, payments, throttles } = deps

  on(membershipCalls.register, async ({ body, person, request }) => {
    await countSender(throttles, membershipPurpose.limits, request.ip, body)
    const language = languageOf(request)
    const membership = await inTransaction(db, async (transaction) => {
      const registered = await registerMembership(transaction, body, person, language)
      if (registered.pricePaise === 0) await activateFreeMembership(transaction, deps.enqueueMail, registered.id)
      return registered
    })
    const { id, pricePaise, isPaid } = membership
    if (pricePaise === 0 || isPaid)
      return succeed({ membership_id: id, order_id: null, checkout_data: null, is_settled: pricePaise > 0 })
    return succeed(await checkoutFor(payments, membership, language))
  })

  on(membershipCalls.verifyPayment, async ({ body: { membership_id: membershipId, ...checkout }, request }) => {
    await verifyCheckout(
      { ...payments, log: request.log },
      { purpose: 'membership', subjectId: membershipId },
      checkout,
    )
    const { receipt_path } = await readMembership(payments.db, membershipId)
    return succeed({ membership_id: membershipId, receipt_path })
  })

  on(membershipCalls.active, async ({ person, request }) =>
    succeed(await findCurrentMembership(db, person.id, languageOf(request))),
  )

  on(membershipCalls.history, async ({ person, request }) =>
    succeed(await listMembershipsOf(db, person.id, languageOf(request))),
  )

  on(membershipCalls.renewal, async ({ query, person }) => succeed(await findRenewal(db, person.id, query.category)))

  on(membershipCalls.reminders, async ({ params }) => {
    const { id } = await readMembership(db, params.id)
    return succeed(await listReminders(db, id))
  })

  on(membershipCalls.cancel, async ({ params, by }) => {
    const membership = await inTransaction(db, async (transaction) => {
      const before = await lockMembership(transaction, params.id)
      const moved = await cancelMembership(transaction, before)
      await tellOfEarlierStart(transaction, deps.enqueueMail, moved)
      const after = await readMembership(transaction, params.id)
      const change = { before: { status: before.status }, after: { status: after.status } }
      await recordAudit(transaction, by, 'membership-cancelled', { kind: 'membership', id: params.id }, change)
      return after
    })
    recordAct(by, { event: 'membership-cancelled', membershipId: params.id })
    return succeed(membership)
  })
}

async function checkoutFor(payments: PaymentDeps, membership: RegisteredMembership, language: Language) {
  const { id, shownPlan: plan, pricePaise } = membership
  const order = await openOrder(payments, { purpose: 'membership', subjectId: id, amountPaise: pricePaise })
  const description = textsIn(language)('paidFor.membership', { plan })
  return { membership_id: id, ...checkoutOf(order, payments, description), is_settled: false }
}
