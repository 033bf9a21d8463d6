import type { Call } from '@petsetu/contract/call.ts'
import { unavailable } from '../errors.ts'
import { type InTurn, turns } from '../turns.ts'

// Requests that are being worked on in one node, of all kinds together, at which one more of a kind is refused. At three to five
// thousand answers a second, 100 under way means that each takes some 25 ms: more at once would only make everybody wait longer.
// More of them take the processors from those that scans and payments need. Sign-ins that wait for their turn (68) are among them.
const UNDER_WAY_MAX = { keep: 1_000, usual: 100, shed: 80, few: 80 }

// A report takes the database, a file the disk; what waits here takes nothing.
const REPORTS_AT_ONCE = 4
const UPLOADS_AT_ONCE = 16
const WAITING_MAX = 64

export type LoadGate = {
  /** Lets a request in to be worked on, or refuses it with 503; whoever was let in leaves. */
  enter: (whenBusy?: Call['whenBusy']) => void
  /** Counts one that has been let in before, and has left meanwhile; it leaves again. */
  goOn: () => void
  leave: () => void
  /** Does the work of a call, those that cost much a few at a time. */
  inTurn: (call: Call) => InTurn
}

/**
 * What one node takes on. Work is counted while we do it, not while a slow client sends or reads: connections alone refuse
 * nobody. The more there is of it, the fewer kinds of calls are taken; last of all scans, webhooks and what reports a payment.
 */
export function loadGate(): LoadGate {
  let underWay = 0
  const reports = turns(REPORTS_AT_ONCE, WAITING_MAX)
  const uploads = turns(UPLOADS_AT_ONCE, WAITING_MAX)
  return {
    enter(whenBusy) {
      if (underWay >= UNDER_WAY_MAX[whenBusy ?? 'usual']) throw unavailable()
      underWay++
    },
    goOn() {
      underWay++
    },
    leave() {
      underWay--
    },
    inTurn(call) {
      if (call.multipart) return uploads
      return call.whenBusy === 'few' ? reports : (work) => work()
    },
  }
}
