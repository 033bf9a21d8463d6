import type { FastifyBaseLogger } from 'fastify'
import { peopleByToken } from './auth/session-queries.ts'
import { attachmentPlace } from './complaints/attachment-place.ts'
import { type AttachmentStore, attachmentStore } from './complaints/attachment-store.ts'
import { payableComplaint } from './complaints/complaint-payment.ts'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import { keptCounts } from './db/kept-counts.ts'
import { openDb, openLookUpPool, openMoneyPool, type Pool } from './db/pool.ts'
import type { Deps } from './deps.ts'
import { loadGate } from './http/load-gate.ts'
import { createThrottles } from './http/throttles.ts'
import { payableMembership } from './memberships/activate-membership.ts'
import { circuit } from './payments/circuit.ts'
import type { PaymentDeps } from './payments/payment-deps.ts'
import type { Provider } from './payments/provider.ts'
import { razorpay } from './payments/razorpay.ts'
import { type FindTagView, tagViews } from './pets/tag-view.ts'

/** Everything that features may be handed, made once. */
export type Services = Deps & {
  pool: Pool
  lookUpPool: Pool
  moneyPool: Pool
  log: FastifyBaseLogger
  payments: PaymentDeps
  /** The same for what runs in the background: once it is to stop, it waits for no answer of the provider's. */
  paymentsUntil: (stopping: AbortSignal) => PaymentDeps
  attachments: AttachmentStore
  findTagView: FindTagView
}

export async function buildServices(
  config: Config,
  { pool, db }: Pick<Database, 'pool' | 'db'>,
  provider: Provider,
  log: FastifyBaseLogger,
): Promise<Services> {
  const lookUpPool = openLookUpPool(pool)
  const moneyPool = openMoneyPool(pool)
  const through = circuit(config.providerRestSeconds, log)
  const payments: PaymentDeps = {
    ...config,
    ...provider,
    db: openDb(moneyPool),
    log,
    gateway: razorpay(provider, through),
    // Who is told when money arrives, or goes back.
    payables: { complaint: payableComplaint, membership: payableMembership },
  }
  return {
    config,
    pool,
    lookUpPool,
    moneyPool,
    db,
    provider,
    log,
    gate: loadGate(),
    throttles: createThrottles(pool, config.rateLimits),
    counts: keptCounts(lookUpPool),
    findPerson: peopleByToken(lookUpPool, db),
    findTagView: tagViews(lookUpPool),
    attachments: await openAttachments(config, log),
    payments,
    paymentsUntil: (stopping) => ({ ...payments, stopping, gateway: razorpay(provider, through, stopping) }),
  }
}

export async function openAttachments(config: Config, log: FastifyBaseLogger): Promise<AttachmentStore> {
  return attachmentStore(config.dataDir, await attachmentPlace(config, log))
}
