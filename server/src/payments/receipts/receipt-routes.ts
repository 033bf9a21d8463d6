import type { Receipt } from '@petsetu/contract/payments/receipts.ts'
import { receiptCalls } from '@petsetu/contract/payments/receipts.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../platform/errors.ts'
import { routeRegistrar } from '../../platform/http/routing/route-registrar.ts'
import { languageOf } from '../../platform/languages/request-language.ts'
import { sendPdf } from '../../platform/pdf/send-pdf.ts'
import { drawReceipt } from './draw-receipt.ts'
import { findReceipt } from './receipt-queries.ts'

export function receiptRoutes(app: FastifyInstance, deps: Deps): void {
  const on = routeRegistrar(app, deps)

  on(receiptCalls.read, async ({ params, request }) => succeed(await readReceipt(params.token, languageOf(request))))

  on(
    receiptCalls.pdf,
    async ({ params, request, reply }) => {
      const language = languageOf(request)
      const receipt = await readReceipt(params.token, language)
      return sendPdf(reply, `${receipt.number}.pdf`, await drawReceipt(receipt, deps.foundation().logo, language))
    },
    {
      async checkHead({ params }) {
        await deps.throttles.pdfs.count(`receipt ${(params as { token: string }).token}`)
      },
    },
  )

  async function readReceipt(token: string, language: Language): Promise<Receipt> {
    const receipt = await findReceipt(deps.db, token, deps.foundation(), language)
    if (!receipt) throw notFound('receipt_not_found')
    return receipt
  }
}
