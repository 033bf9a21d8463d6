import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'

/** Sends a drawn PDF to be kept under this name. */
export function sendPdf(reply: FastifyReply, filename: string, pdf: Uint8Array): FastifyReply {
  return reply
    .header('content-type', 'application/pdf')
    .header('content-disposition', `attachment; filename="${filename}"`)
    .send(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength))
}

/** Limits how many PDFs one account has drawn, before any of them waits for its turn. */
export const countedByAccount = ({ throttles }: Pick<Deps, 'throttles'>) => ({
  async checkHead({ person }: FastifyRequest) {
    await throttles.pdfs.count(`account ${person?.id}`)
  },
})
