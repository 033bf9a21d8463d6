import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../db/pool.ts'
import type { Gateway } from './gateway.ts'
import type { Payables } from './purpose.ts'

/** What the payment core is handed. */
export type PaymentDeps = {
  db: Db
  gateway: Gateway
  /** Where it ends before its work does: then no call of the gateway is waited for any more. */
  stopping?: AbortSignal
  payables: Payables
  keyId: string
  keySecret: string
  webhookSecret: string
  webhookSecretPrevious?: string | null
  /** Who the checkout says is paid. */
  foundationName: string
  /** From what age an open order is asked about, and how long the shortest pause between two askings is. */
  reconcileAfterSeconds: number
  reconcileEverySeconds: number
  log: FastifyBaseLogger
}
