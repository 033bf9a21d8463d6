import type { Receipt } from '@petsetu/contract/payments/receipts.ts'
import { receiptCalls } from '@petsetu/contract/payments/receipts.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../platform/errors.ts'
import { routeRegistrar } from '../../platform/http/routing/route-registrar.ts'
import { languageOf } from '../../platform/languages/request-language.ts'
import { sendPdf } from '../../platform/pdf/send-pdf.ts'
import { drawReceipt } from './draw-receipt.ts'
import { findReceipt, type ReceiptCopy } from './receipt-queries.ts'

export function receiptRoutes(app: FastifyInstance, deps: Deps): void {
  const on = routeRegistrar(app, deps)
  const limited = {
    async checkHead({ params }: FastifyRequest) {
      await deps.throttles.pdfs.count(`receipt ${(params as { token: string }).token}`)
    },
  }

  on(receiptCalls.read, async ({ params, request }) =>
    succeed(await readReceipt(params.token, 'newest', languageOf(request))),
  )

  on(receiptCalls.readFirst, async ({ params, request }) =>
    succeed(await readReceipt(params.token, 'first', languageOf(request))),
  )

  on(
    receiptCalls.pdf,
    ({ params, request, reply }) => sendReceipt(reply, params.token, 'newest', languageOf(request)),
    limited,
  )

  on(
    receiptCalls.firstPdf,
    ({ params, request, reply }) => sendReceipt(reply, params.token, 'first', languageOf(request)),
    limited,
  )

  async function sendReceipt(reply: FastifyReply, token: string, copy: ReceiptCopy, language: Language) {
    const receipt = await readReceipt(token, copy, language)
    return sendPdf(reply, `${receipt.number}.pdf`, await drawReceipt(receipt, deps.foundation().logo, language))
  }

  async function readReceipt(token: string, copy: ReceiptCopy, language: Language): Promise<Receipt> {
    const receipt = await findReceipt(deps.db, token, deps.foundation(), { copy, language })
    if (!receipt) throw notFound('receipt_not_found')
    return receipt
  }
}
