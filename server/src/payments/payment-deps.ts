import type { FastifyBaseLogger } from 'fastify'
import type { IssuerSettings } from '../office/settings/receipt-issuers.ts'
import type { Db } from '../platform/db/pool.ts'
import type { EnqueueMail } from '../platform/mail/outbox.ts'
import type { Gateway } from './provider/gateway.ts'
import type { Payables } from './purpose-rules.ts'

export type PaymentDeps = {
  db: Db
  gateway: Gateway
  /** When aborted, calls to the gateway are no longer awaited. Set for background work only. */
  stopping?: AbortSignal
  payables: Payables
  enqueueMail: EnqueueMail
  keyId: string
  keySecret: string
  webhookSecret: string
  webhookSecretPrevious?: string | null
  /** The checkout shows the name as the payee, and receipts name their issuer. */
  foundation: () => IssuerSettings & { takesForeignMoney: boolean }
  /** The age from which an open order is polled, and the shortest interval between two polls. */
  reconcileAfterSeconds: number
  reconcileEverySeconds: number
  log: FastifyBaseLogger
}
