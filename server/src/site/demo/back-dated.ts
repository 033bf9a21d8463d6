import {
  AliasNode,
  ColumnNode,
  IdentifierNode,
  InsertQueryNode,
  type KyselyPlugin,
  OperationNodeTransformer,
  type QueryId,
  SelectionNode,
  SelectQueryNode,
  ValueListNode,
  ValueNode,
  ValuesNode,
} from 'kysely'
import type { Db } from '../../platform/db/pool.ts'
import type { Services } from '../../services.ts'

/** The column of each table that says when a row was made; elsewhere the database writes the present moment. */
const MADE_AT: Record<string, string> = {
  audit: 'at',
  camps: 'created_at',
  case_events: 'at',
  complaints: 'created_at',
  consents: 'at',
  donations: 'created_at',
  grievances: 'received_at',
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
    if (!column || !values) return node
    const at = ValueNode.create(this.#at)
    const dated = ValuesNode.is(values)
      ? ValuesNode.create(
          values.values.map((row) =>
            ValueListNode.create([
              ...(ValueListNode.is(row) ? row.values : row.values.map((value) => ValueNode.create(value))),
              at,
            ]),
          ),
        )
      : SelectQueryNode.is(values)
        ? SelectQueryNode.cloneWithSelections(values, [
            SelectionNode.create(AliasNode.create(at, IdentifierNode.create(column))),
          ])
        : null
    if (!dated) return node
    return InsertQueryNode.cloneWith(node, { columns: [...columns, ColumnNode.create(column)], values: dated })
  }
}
