import type { ChosenPetForm } from '@petsetu/contract/pet-form.ts'
import type { FastifyRequest } from 'fastify'
import { recordAudit } from '../audit/record-audit.ts'
import type { Deps } from '../deps.ts'
import { HttpError } from '../errors.ts'
import type { CreateOnce } from '../http/routing/idempotency.ts'
import type { Person } from '../http/routing/person.ts'
import { insertPet, requireFreePlace } from './insert-pet.ts'

type Asked = { person: Person; request: FastifyRequest; createOnce: CreateOnce }

/**
 * Stores a pet, with a tag if there is one, and returns its number. Users have limits; whoever tries tags that do not exist is
 * slowed down.
 */
export async function registerPet(
  { throttles, config }: Deps,
  form: ChosenPetForm,
  petId: string | null,
  { person, request, createOnce }: Asked,
): Promise<number> {
  throttles.tagMisses.rejectIfKnownOver(request.ip)
  if (person.role !== 'admin') await throttles.petsByAccount.count(String(person.id))
  return createOnce(async (transaction) => {
    if (person.role !== 'admin') await requireFreePlace(transaction, person.id, config.petsPerAccountMax)
    const pet = await insertPet(transaction, form, petId, person.id)
    const object = { kind: 'pet', id: pet.id } as const
    await recordAudit(transaction, { person, request }, { action: 'pet-created', object, after: { tag: pet.petId } })
    return pet.id
  }).catch(async (error: unknown) => {
    if (error instanceof HttpError && error.status === 404) await throttles.tagMisses.count(request.ip)
    throw error
  })
}
