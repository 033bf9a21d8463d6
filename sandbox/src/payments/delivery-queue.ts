import type { Row, State } from '../state.ts'

// The provider was seen to try about 16 times: the first retry after 0.23 s, then with pauses that double.
const TRIES_MAX = 16
const FIRST_PAUSE_MS = 250

/** The receiver's status, or what went wrong. */
export type Answer = { status: number | null; problem: string | null }

const FREE = "deliveries.status = 'waiting' and lane not in (select value from json_each(?))"

/** When the next delivery outside the busy lanes is due; null if none waits. */
export function nextDueAt(state: State, busyLanes: string[]): number | null {
  const next = state.one(`select min(due_at) as due_at from deliveries where ${FREE}`, JSON.stringify(busyLanes))
  return (next?.due_at ?? null) as number | null
}

/** The due deliveries outside the busy lanes, with their events. */
export function listDue(state: State, busyLanes: string[]): Row[] {
  return state.all(
    `select deliveries.number, lane, tries, signature, events.id, events.body
     from deliveries join events on events.id = deliveries.event_id
     where ${FREE} and due_at <= ?
     order by due_at, deliveries.number
     limit 50`,
    JSON.stringify(busyLanes),
    Date.now(),
  )
}

/** Records a try and when the next one is due. */
export function recordTry(state: State, row: Row, { status, problem }: Answer): void {
  const tries = Number(row.tries) + 1
  const isDelivered = status !== null && status >= 200 && status < 300
  const next = isDelivered ? 'delivered' : tries >= TRIES_MAX ? 'given-up' : 'waiting'
  const delivery = Number(row.number)
  const now = Date.now()
  state.run('insert into tries (delivery, at, status, problem) values (?, ?, ?, ?)', delivery, now, status, problem)
  state.run(
    'update deliveries set status = ?, tries = ?, due_at = ? where number = ?',
    next,
    tries,
    now + FIRST_PAUSE_MS * 2 ** (tries - 1),
    delivery,
  )
}
