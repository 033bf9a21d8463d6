import { randomBytes } from 'node:crypto'
import { unspecific } from '../errors.ts'
import type { State } from '../state.ts'

const SESSION_MS = 24 * 3_600_000

/** A checkout opened for one order. Its secret token authorises the frame to pay. */
export function openSession(state: State, orderId: string): string {
  const session = randomBytes(24).toString('base64url')
  state.transaction(() => {
    state.run('delete from checkouts where opened_at < ?', Date.now() - SESSION_MS)
    state.run('insert into checkouts (session, order_id, opened_at) values (?, ?, ?)', session, orderId, Date.now())
  })
  return session
}

export function orderOfSession(state: State, session: unknown): string {
  const row = state.one('select order_id from checkouts where session = ?', String(session))
  if (!row) throw unspecific(401, 'This checkout is over. Please open it again.')
  return String(row.order_id)
}
