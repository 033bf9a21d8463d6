import { AsyncLocalStorage } from 'node:async_hooks'
import type { Fault, Point } from './fault-plan.ts'

/** The connection between an intercepted boundary (database, provider, disk) and the process behind it. */
export type Edge = {
  isDead: () => boolean
  /** Violations seen during the run: the provider called inside a transaction (I19), or an unexpected error logged. */
  wrong: string[]
  /** Called at every step; never resolves once the process has ended. */
  step: (point: Point) => Promise<Fault | null>
  sockets: Set<{ destroy: () => void }>
  /** All calls to the provider, oldest first. */
  asked: string[]
  transactions: Transactions
}

/** Identifies the request or job that is being handled. */
export const inRequest = new AsyncLocalStorage<object>()

/** Tracks which request has an open transaction: it must not call the provider meanwhile. */
export class Transactions {
  readonly #open = new Map<object, object | undefined>()

  enter(client: object): void {
    this.#open.set(client, inRequest.getStore())
  }

  leave(client: object): void {
    this.#open.delete(client)
  }

  isMine(): boolean {
    const mine = inRequest.getStore()
    return mine !== undefined && [...this.#open.values()].includes(mine)
  }
}
