import type { Row, State } from '../state.ts'

const NOTICES_KEPT_MAX = 500

/** A notice as it arrived. `vapid` is what the token in its header says, without a check of the signature. */
export type Notice = {
  id: number
  /** In milliseconds. */
  at: number
  endpoint: string
  /** The decrypted payload, as the service worker would read it. */
  payload: Record<string, unknown>
  ttl: number
  urgency: string | null
  topic: string | null
  vapid: { aud?: string; sub?: string; exp?: number }
}

export type Arrived = Omit<Notice, 'id' | 'at'>

/** Keeps a notice, and the newest 500 in all. */
export function keepNotice(state: State, notice: Arrived): number {
  return state.transaction(() => {
    state.run('insert into notices (at, notice) values (?, ?)', Date.now(), JSON.stringify(notice))
    state.run(
      'delete from notices where number not in (select number from notices order by number desc limit ?)',
      NOTICES_KEPT_MAX,
    )
    return Number(state.one('select max(number) as number from notices')?.number)
  })
}

/** The newest first; `endpoint` is one device, null for all. */
export function readNotices(state: State, endpoint: string | null): Notice[] {
  return state
    .all(
      `select number, at, notice from notices
       where ?1 is null or json_extract(notice, '$.endpoint') = ?1
       order by number desc`,
      endpoint,
    )
    .map(noticeOf)
}

export function deleteNotices(state: State): void {
  state.run('delete from notices')
}

function noticeOf({ number, at, notice }: Row): Notice {
  return { id: Number(number), at: Number(at), ...(JSON.parse(String(notice)) as Arrived) }
}
