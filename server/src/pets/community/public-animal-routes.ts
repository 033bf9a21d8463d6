import { paths } from '@petsetu/contract/paths.ts'
import { communityCalls } from '@petsetu/contract/pets/community/community.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../platform/errors.ts'
import { isPlainForm } from '../../platform/http/bodies/form.ts'
import { sourceOf } from '../../platform/http/limits/source-of.ts'
import { isOver } from '../../platform/http/limits/throttles.ts'
import { checkedFields } from '../../platform/http/routing/checked-fields.ts'
import { routeRegistrar } from '../../platform/http/routing/route-registrar.ts'
import { languageOf } from '../../platform/languages/request-language.ts'
import { inPdfThread, sendPdf } from '../../platform/pdf/pdf-thread.ts'
import { type certificate, findCertified } from './certificate.ts'
import { countSighting } from './sightings.ts'

const drawCertificate = inPdfThread<typeof certificate>(new URL('./certificate.ts', import.meta.url), 'certificate')

/** The routes behind the public page of an animal: 'I have seen it', a form that needs no script, and the certificate. */
export function publicAnimalRoutes(app: FastifyInstance, deps: Deps): void {
  const on = routeRegistrar(app, deps)
  const { db, throttles } = deps

  on(communityCalls.see, async ({ params: { petId }, request, reply, runAfterUpload }) => {
    await throttles.sightingsByAddress.count(request.ip)
    const { area } = checkedFields(communityCalls.see.body, request.body)
    // Whoever taps again is thanked again, and not counted.
    const key = `${petId} ${sourceOf(request.ip)}`
    const isRepeated = await isOver(() => throttles.sightingsByTagAndAddress.count(key))
    if (!isRepeated) await runAfterUpload(() => countSighting(db, petId, area))
    return isPlainForm(request) ? thank(reply, petId) : undefined
  })

  on(
    communityCalls.certificate,
    async ({ params: { petId }, request, reply }) => {
      throttles.tagMisses.rejectIfKnownOver(request.ip)
      const animal = await findCertified(db, petId)
      if (!animal) {
        await throttles.tagMisses.count(request.ip)
        throw notFound('pet_not_found')
      }
      const { foundationName, helplinePhone } = deps.foundation()
      const foundation = { publicUrl: deps.config.publicUrl, foundationName, helplinePhone }
      return sendPdf(reply, 'petsetu-certificate.pdf', await drawCertificate(animal, foundation, languageOf(request)))
    },
    {
      async checkHead({ ip }: FastifyRequest) {
        await throttles.pdfs.count(`certificate ${sourceOf(ip)}`)
      },
    },
  )
}

function thank(reply: FastifyReply, petId: string): FastifyReply {
  return reply.redirect(paths.petDetail.to({ petId }, { seen: 'yes' }), 303)
}
