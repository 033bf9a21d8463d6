import type { State } from '../state.ts'

/**
 * Everything that happened, oldest first, for tests to check against. `orderId` limits it to one order. `at` and `due_at` are in
 * milliseconds, `created_at` in Unix seconds.
 */
export function readLedger(state: State, orderId: string | null) {
  const entities = (sql: string) => state.all(sql, orderId, orderId).map((row) => JSON.parse(String(row.entity)))
  return {
    orders: entities('select entity from orders where ? is null or id = ? order by number'),
    payments: entities('select entity from payments where ? is null or order_id = ? order by number'),
    refunds: entities(
      `select refunds.entity
       from refunds join payments on payments.id = refunds.payment_id
       where ? is null or order_id = ?
       order by refunds.number`,
    ),
    webhooks: state
      .all('select * from events where ? is null or order_id = ? order by number', orderId, orderId)
      .map((event) => ({
        event_id: event.id,
        event: event.event,
        order_id: event.order_id,
        created_at: event.created_at,
        body: event.body,
        deliveries: readDeliveries(state, String(event.id)),
      })),
  }
}

/** Deletes all records, so that a test can start empty; settings and faults stay. */
export function emptyLedger(state: State): void {
  for (const table of ['tries', 'deliveries', 'events', 'checkouts', 'refunds', 'payments', 'orders']) {
    state.run(`delete from ${table}`)
  }
}

function readDeliveries(state: State, eventId: string) {
  return state.all('select * from deliveries where event_id = ? order by number', eventId).map((delivery) => ({
    status: delivery.status,
    fault: delivery.fault,
    due_at: delivery.due_at,
    tries: state.all(
      'select at, status, problem from tries where delivery = ? order by number',
      Number(delivery.number),
    ),
  }))
}
