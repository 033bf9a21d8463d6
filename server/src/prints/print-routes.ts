import { buffer } from 'node:stream/consumers'
import type { Pet } from '@petsetu/contract/pets.ts'
import { largestFileOf } from '@petsetu/contract/photo-sizes.ts'
import { printCalls } from '@petsetu/contract/prints.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { conflict } from '../errors.ts'
import type { PhotoStore } from '../files/photo-store.ts'
import { type PrintPhoto, printPhotoOf } from '../files/render-photo.ts'
import { mounter } from '../http/routing/mount.ts'
import { languageOf } from '../languages/request-language.ts'
import { readOwnPet } from '../pets/pet-queries.ts'

type PrintDeps = Deps & { photos: PhotoStore }

/** The PDFs of an owner, in the language of the request. The PDF library is loaded with the first of them. */
export function printRoutes(app: FastifyInstance, deps: PrintDeps): void {
  const on = mounter(app, deps)
  const foundation = () => {
    const { foundationName, helplinePhone } = deps.foundation()
    return { publicUrl: deps.config.publicUrl, foundationName, helplinePhone }
  }

  on(printCalls.poster, async ({ params, person, request, reply }) => {
    const pet = await readOwnPet(deps.db, params.id, person)
    if (!pet.lost) throw conflict('pet_not_lost')
    const { poster } = await import('./poster.ts')
    const photo = await photoOf(pet)
    reply.header('content-type', 'application/pdf')
    reply.header('content-disposition', 'attachment; filename="petsetu-poster.pdf"')
    return poster({ pet, lost: pet.lost, photo }, foundation(), languageOf(request))
  })

  on(printCalls.card, async ({ params, person, request, reply }) => {
    const pet = await readOwnPet(deps.db, params.id, person)
    const { card, CARD_PHOTO } = await import('./card.ts')
    const photo = await photoOf(pet, CARD_PHOTO)
    reply.header('content-type', 'application/pdf')
    reply.header('content-disposition', 'attachment; filename="petsetu-card.pdf"')
    return card({ pet, photo }, foundation(), languageOf(request))
  })

  /** The main photo as a JPEG; null without one, and if it was deleted just now. */
  async function photoOf(
    { photos: [main] }: Pet,
    crop?: { width: number; height: number },
  ): Promise<PrintPhoto | null> {
    const file = main && (await deps.photos.read(largestFileOf(main)))
    return file ? printPhotoOf(await buffer(file.content), crop) : null
  }
}
