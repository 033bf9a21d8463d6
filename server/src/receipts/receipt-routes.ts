import { succeed } from '@petsetu/contract/envelope.ts'
import { receiptCalls } from '@petsetu/contract/receipts.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { notFound } from '../errors.ts'
import { mounter } from '../http/routing/mount.ts'
import { findReceipt } from './receipt-queries.ts'

export function receiptRoutes(app: FastifyInstance, deps: Deps): void {
  const on = mounter(app, deps)

  on(receiptCalls.read, async ({ params }) => {
    const receipt = await findReceipt(deps.db, params.token, deps.config.foundationName)
    if (!receipt) throw notFound('receipt_not_found')
    return succeed(receipt)
  })
}
