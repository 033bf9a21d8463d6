import type { AuditAction } from '@petsetu/contract/people/audit.ts'
import type { Plan } from '@petsetu/contract/supporters/plans.ts'
import {
  ColumnNode,
  InsertQueryNode,
  type KyselyPlugin,
  OperationNodeTransformer,
  type QueryId,
  ValueListNode,
  ValueNode,
  ValuesNode,
} from 'kysely'
import { recordPayment } from '../../payments/ledger/record-payment.ts'
import type { OpenOrder } from '../../payments/orders/open-order.ts'
import type { Provider, ProviderPayment } from '../../payments/provider/gateway.ts'
import { type AuditDetails, type AuditedObject, recordAudit } from '../../people/audit/record-audit.ts'
import { listAdmins } from '../../people/users/user-queries.ts'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Person } from '../../platform/http/routing/person.ts'
import type { Services } from '../../services.ts'

/** The column of each table that says when a row was made; elsewhere the database writes the present moment. */
const MADE_AT: Record<string, string> = {
  audit: 'at',
  camps: 'created_at',
  cash_handovers: 'created_at',
  case_events: 'at',
  complaints: 'created_at',
  consents: 'at',
  donations: 'created_at',
  found_messages: 'created_at',
  found_reports: 'created_at',
  grievances: 'received_at',
  locked_years: 'locked_at',
  memberships: 'created_at',
  pay_links: 'created_at',
  payment_orders: 'created_at',
  pets: 'created_at',
  plans: 'created_at',
  refunds: 'created_at',
  users: 'created_at',
}

/** A database in which the features store what they make as if it were this moment. */
export function backDated(db: Db, at: Date): Db {
  const transformer = new BackDating(at)
  const plugin: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => transformer.transformNode(node, queryId),
    transformResult: async ({ result }) => result,
  }
  return db.withPlugin(plugin)
}

export function servicesAt(services: Services, at: Date): Services {
  const db = backDated(services.db, at)
  return { ...services, db, payments: { ...services.payments, db } }
}

/** The hours of a day: the demo spreads over them what it makes on one day. */
export const HOURS = 24

export function daysAgo(days: number): Date {
  return new Date(Date.now() - days * 24 * 60 * 60 * 1_000)
}

class BackDating extends OperationNodeTransformer {
  readonly #at: Date

  constructor(at: Date) {
    super()
    this.#at = at
  }

  protected override transformInsertQuery(given: InsertQueryNode, queryId?: QueryId): InsertQueryNode {
    const node = super.transformInsertQuery(given, queryId)
    const column = MADE_AT[node.into?.table.identifier.name ?? '']
    const { columns = [], values } = node
    if (!column || !values || !ValuesNode.is(values)) return node
    const at = ValueNode.create(this.#at)
    const dated = ValuesNode.create(
      values.values.map((row) =>
        ValueListNode.create([
          ...(ValueListNode.is(row) ? row.values : row.values.map((value) => ValueNode.create(value))),
          at,
        ]),
      ),
    )
    return InsertQueryNode.cloneWith(node, { columns: [...columns, ColumnNode.create(column)], values: dated })
  }
}

export function asPerson(admin: { id: number; username: string }): Person {
  return { ...admin, role: 'admin', duties: null, language: null, mustEnrol: false }
}

/** Lets the first admin work on more than complaints, so that each kind of record is in the audit. */
export async function fillAudit(db: Db, [plan]: Plan[]): Promise<void> {
  const [admin] = await listAdmins(db, 'settings')
  if (!admin || !plan) return
  for (const { days, action, object, ...details } of entriesAbout(plan))
    await inTransaction(backDated(db, daysAgo(days)), (transaction) =>
      recordAudit(transaction, { person: asPerson(admin), request: { id: 'demo' } }, action, object, details),
    )
}

type Entry = AuditDetails & { days: number; action: AuditAction; object: AuditedObject }

function entriesAbout({ id, name, price, features }: Plan): Entry[] {
  const object = { kind: 'plan', id } as const
  return [
    { days: 440, action: 'plan-created', object, after: { name, price: price + 100, features } },
    { days: 435, action: 'plan-changed', object, before: { price: price + 100 }, after: { price } },
    {
      days: 26,
      action: 'pet-changed',
      object: { kind: 'pet', id: 1 },
      before: { address: '' },
      after: { address: '14 Neem Lane' },
      personal: ['address'],
    },
    { days: 7, action: 'held-mails-sent', object: { kind: 'mail' }, after: { queued: 12 } },
  ]
}

/** Pays an order at the sandbox, backdated, and records the payment in the usual way. */
export async function paidAgo(
  { provider, payments }: Services,
  order: OpenOrder,
  outcome: 'captured' | 'authorized' | 'failed',
  paidAt: Date,
): Promise<{ paymentId: number; providerPaymentId: string }> {
  const body = { order_id: order.providerOrderId, outcome }
  const paid = await askSandbox<{ razorpay_payment_id: string }>(provider, 'payments', body)
  const providerPaymentId = paid.razorpay_payment_id
  const payment: ProviderPayment = await payments.gateway.fetchPayment(providerPaymentId)
  const { id } = await recordPayment(payments, order, { ...payment, createdAt: paidAt }, 'verify')
  return { paymentId: id, providerPaymentId }
}

export async function askSandbox<Made>(
  { apiUrl, keyId, keySecret }: Provider,
  what: 'payments' | 'subscriptions',
  body: object = {},
): Promise<Made> {
  const response = await fetch(`${apiUrl}/control/${what}`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  })
  return (await response.json()) as Made
}
