import { DatabaseSync } from 'node:sqlite'

export type Order = {
  id: string
  amount: number
  currency: string
  receipt: string | null
  notes: Record<string, string>
  created_at: number
}

export type State = {
  insertOrder: (order: Order) => void
  findOrder: (id: string) => Order | null
  close: () => void
}

/** Everything that the sandbox knows, in one file, so that a restart loses nothing. */
export function openState(file: string): State {
  const database = new DatabaseSync(file)
  database.exec(`
    pragma journal_mode = wal;
    create table if not exists orders (id text primary key, entity text not null) strict;
  `)
  const insert = database.prepare('insert into orders (id, entity) values (?, ?)')
  const find = database.prepare('select entity from orders where id = ?')
  return {
    insertOrder: (order) => void insert.run(order.id, JSON.stringify(order)),
    findOrder(id) {
      const row = find.get(id)
      return row ? (JSON.parse(String(row.entity)) as Order) : null
    },
    close: () => database.close(),
  }
}
