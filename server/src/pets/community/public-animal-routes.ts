import { paths } from '@petsetu/contract/paths.ts'
import type { CareKind } from '@petsetu/contract/pets/care-kinds.ts'
import { communityCalls } from '@petsetu/contract/pets/community/community.ts'
import { SEEN_PATH } from '@petsetu/contract/pets/community/community-facts.ts'
import type { PublicPage } from '@petsetu/contract/site/public-pages.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/pool.ts'
import { isPlainForm } from '../../platform/http/bodies/form.ts'
import { sourceOf } from '../../platform/http/limits/source-of.ts'
import { findOrCountMiss, isOver } from '../../platform/http/limits/throttles.ts'
import { checkedFields } from '../../platform/http/routing/checked-fields.ts'
import { statusOf } from '../../platform/http/routing/error-reply.ts'
import { leadToPageAbove, type SendPage } from '../../platform/http/routing/pages.ts'
import { routeRegistrar } from '../../platform/http/routing/route-registrar.ts'
import { languageOf } from '../../platform/languages/request-language.ts'
import { inPdfThread, sendPdf } from '../../platform/pdf/pdf-thread.ts'
import type { Certified, certificate } from './certificate.ts'
import { countSighting } from './sightings.ts'

const VACCINATIONS = ['rabies', 'dhppi', 'leptospirosis'] satisfies CareKind[]

const drawCertificate = inPdfThread<typeof certificate>(new URL('./certificate.ts', import.meta.url), 'certificate')

/** The routes behind the public page of an animal: 'I have seen it', a form that needs no script, and the certificate. */
export function publicAnimalRoutes(
  app: FastifyInstance,
  deps: Deps & { sendPage: SendPage; notCountedPage: (request: FastifyRequest, petId: string) => Promise<PublicPage> },
): void {
  const on = routeRegistrar(app, deps)
  const { db, throttles } = deps

  on(communityCalls.see, async ({ params: { petId }, request, reply, runAfterUpload }) => {
    const count = async () => {
      await throttles.sightingsByAddress.count(request.ip)
      const { area } = checkedFields(communityCalls.see.body, request.body)
      // Whoever taps again is thanked again, and not counted.
      const key = `${petId} ${sourceOf(request.ip)}`
      const isRepeated = await isOver(() => throttles.sightingsByTagAndAddress.count(key))
      if (isRepeated) return
      await runAfterUpload(() => countSighting(db, petId, area)).catch(async (error: unknown) => {
        // A sighting that was not counted may be tried again.
        await throttles.sightingsByTagAndAddress.forget(key).catch(() => {})
        throw error
      })
    }
    if (!isPlainForm(request)) return count()
    try {
      await count()
    } catch (error) {
      const status = statusOf(error, request, reply)
      return deps.sendPage(request, reply, await deps.notCountedPage(request, petId), status)
    }
    return reply.redirect(paths.petDetail.to({ petId }, { seen: 'yes' }), 303)
  })
  leadToPageAbove(app, SEEN_PATH.replace('{petId}', ':petId'))

  on(
    communityCalls.certificate,
    async ({ params: { petId }, request, reply }) => {
      const find = () => findCertified(db, petId)
      const animal = await findOrCountMiss(throttles.tagMisses, request.ip, 'pet_not_found', find)
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

/**
 * Null for an animal that died or is no animal of the street, and without a sterilisation or vaccination on record. One of which no day is
 * known may be a plan.
 */
async function findCertified(db: Db, petId: string): Promise<Certified | null> {
  const { rows } = await sql<Certified>`
    select pets.pet_id as "petId", pet_name as "petName", pet_type as "petType", pet_gender as "petGender", ward,
      sterilization_date as "sterilisedOn", coalesce(vaccinations, '[]'::json) as vaccinations
    from pets
    join community_animals on community_animals.pet_id = pets.id
    cross join lateral (
      select json_agg(json_build_object('kind', kind, 'day', day, 'validUntil', valid_until) order by kind desc) as vaccinations
      from (
        select distinct on (kind) kind, day, valid_until from care_records
        where pet_number = pets.id and kind = any(${VACCINATIONS}::text[])
        order by kind, sort_day desc, care_records.id desc
      ) newest
      where day is not null or valid_until is not null
    ) care
    where pets.pet_id = ${petId} and pet_kind = 'community' and status <> 'died'
      and (sterilization_date is not null or vaccinations is not null)`.execute(db)
  return rows[0] ?? null
}
