import { paths, routeOf } from '@petsetu/contract/paths.ts'
import { type Receipt, receiptCalls } from '@petsetu/contract/payments/receipts.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import type { ReceiptView } from '@petsetu/contract/site/public-pages.ts'
import { fillPath } from '@petsetu/contract/visitor-paths.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../platform/errors.ts'
import { sentenceOf, statusOf } from '../../platform/http/routing/error-reply.ts'
import type { SendPage } from '../../platform/http/routing/pages.ts'
import { routeRegistrar } from '../../platform/http/routing/route-registrar.ts'
import { languageOf } from '../../platform/languages/request-language.ts'
import { sendPdf } from '../../platform/pdf/pdf-thread.ts'
import { drawReceipt } from './draw-receipt.ts'
import { findReceipt, type ReceiptCopy } from './receipt-queries.ts'
import { receiptSheet } from './receipt-sheet.ts'

export function receiptRoutes(app: FastifyInstance, deps: Deps & { sendPage: SendPage }): void {
  const on = routeRegistrar(app, deps)
  const limited = {
    async checkHead({ params }: FastifyRequest) {
      await deps.throttles.pdfs.count(`receipt ${(params as { token: string }).token}`)
    },
  }

  app.get(routeOf(paths.receipt), receiptPage(deps))

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

/** The page of a receipt. `?copy=first` shows a corrected one as it was first issued. */
function receiptPage({ db, foundation, loadShedding, sendPage }: Deps & { sendPage: SendPage }) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { view, status } = await viewOf(request, reply)
    return sendPage(request, reply, { name: 'receipt', view }, status)
  }

  async function viewOf(request: FastifyRequest, reply: FastifyReply): Promise<{ view: ReceiptView; status: number }> {
    const { token } = request.params as { token: string }
    const copy = (request.query as Record<string, unknown>).copy === 'first' ? 'first' : 'newest'
    const language = languageOf(request)
    try {
      const isToken = receiptCalls.read.params.safeParse({ token }).success
      const receipt = isToken
        ? await loadShedding.run(() => findReceipt(db, token, foundation(), { copy, language }))
        : null
      if (!receipt) return { view: { kind: 'missing' }, status: 404 }
      return { view: shownReceipt(receipt, token, language), status: 200 }
    } catch (error) {
      return { view: { kind: 'failed', message: sentenceOf(error, request) }, status: statusOf(error, request, reply) }
    }
  }
}

function shownReceipt(receipt: Receipt, token: string, language: Language): ReceiptView {
  const isFirst = receipt.copy === 'first'
  return {
    kind: 'receipt',
    sheet: receiptSheet(receipt, language),
    isReturned: receipt.kind === 'payment' && receipt.is_refunded,
    pdfPath: fillPath((isFirst ? receiptCalls.firstPdf : receiptCalls.pdf).path, { token }),
    otherCopy:
      receipt.copy === 'only'
        ? null
        : {
            kind: isFirst ? 'corrected' : 'first',
            path: paths.receipt.to({ token }, { copy: isFirst ? null : 'first' }),
          },
  }
}
