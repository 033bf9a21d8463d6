import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite'

export type Row = Record<string, SQLOutputValue>

export type State = {
  one: (sql: string, ...values: SQLInputValue[]) => Row | null
  all: (sql: string, ...values: SQLInputValue[]) => Row[]
  run: (sql: string, ...values: SQLInputValue[]) => void
  /** Runs in a transaction; nested calls join it. */
  transaction: <T>(work: () => T) => T
  /** Called after each commit. */
  onCommit: (listener: () => void) => void
  close: () => void
}

// An entity is kept as the JSON that the API prints; columns beside it are only what is searched for.
// Times called `_at` are milliseconds, apart from `created_at`, which is the provider's Unix seconds.
const SCHEMA = `
  pragma journal_mode = wal;
  pragma synchronous = normal;
  pragma busy_timeout = 5000;
  create table if not exists orders (
    number integer primary key, id text not null unique, receipt text, created_at integer not null,
    capture text check (capture in ('automatic', 'manual')), entity text not null
  ) strict;
  create index if not exists orders_receipt on orders (receipt);
  create table if not exists payments (
    number integer primary key, id text not null unique, order_id text not null references orders (id),
    status text not null, created_at integer not null, due_at integer, entity text not null
  ) strict;
  create index if not exists payments_order on payments (order_id);
  create index if not exists payments_due on payments (due_at) where due_at is not null;
  create table if not exists refunds (
    number integer primary key, id text not null unique, payment_id text not null references payments (id),
    status text not null, receipt text, created_at integer not null,
    idempotency_key text unique, request text, entity text not null
  ) strict;
  create index if not exists refunds_payment on refunds (payment_id);
  create table if not exists events (
    number integer primary key, id text not null unique, event text not null, order_id text not null,
    created_at integer not null, body text not null
  ) strict;
  create index if not exists events_order on events (order_id);
  create table if not exists deliveries (
    number integer primary key, event_id text not null references events (id), lane text not null,
    status text not null check (status in ('waiting', 'delivered', 'lost', 'given-up', 'no-target')),
    fault text, signature text not null, tries integer not null default 0, due_at integer not null
  ) strict;
  create index if not exists deliveries_event on deliveries (event_id);
  create index if not exists deliveries_waiting on deliveries (due_at) where status = 'waiting';
  create table if not exists tries (
    number integer primary key, delivery integer not null references deliveries (number),
    at integer not null, status integer, problem text
  ) strict;
  create index if not exists tries_delivery on tries (delivery);
  create table if not exists checkouts (
    session text primary key, order_id text not null references orders (id), opened_at integer not null
  ) strict;
  create table if not exists mails (
    number integer primary key autoincrement, at integer not null, raw blob not null, mail text not null
  ) strict;
  create table if not exists subscriptions (id text primary key, private_key blob not null, auth blob not null) strict;
  create table if not exists notices (
    number integer primary key autoincrement, at integer not null, notice text not null
  ) strict;
  create table if not exists switches (name text primary key, value text not null) strict;
`

/** The sandbox's state in one SQLite file, so that it survives a restart. Calls are synchronous and so never interleave. */
export function openState(file: string): State {
  const database = new DatabaseSync(file)
  database.exec(SCHEMA)
  const statements = new Map<string, StatementSync>()
  const listeners: (() => void)[] = []
  let isOpen = false

  function prepared(sql: string): StatementSync {
    const statement = statements.get(sql) ?? database.prepare(sql)
    statements.set(sql, statement)
    return statement
  }

  return {
    one: (sql, ...values) => prepared(sql).get(...values) ?? null,
    all: (sql, ...values) => prepared(sql).all(...values),
    run: (sql, ...values) => void prepared(sql).run(...values),
    transaction(work) {
      if (isOpen) return work()
      database.exec('begin immediate')
      isOpen = true
      try {
        const result = work()
        database.exec('commit')
        isOpen = false
        for (const listener of listeners) listener()
        return result
      } catch (error) {
        if (isOpen) database.exec('rollback')
        throw error
      } finally {
        isOpen = false
      }
    },
    onCommit: (listener) => void listeners.push(listener),
    close: () => database.close(),
  }
}
