import { buffer } from 'node:stream/consumers'
import { largestFileOf } from '@petsetu/contract/pets/pet-pictures.ts'
import type { Pet } from '@petsetu/contract/pets/pets.ts'
import { printCalls } from '@petsetu/contract/pets/tags.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { conflict } from '../../platform/errors.ts'
import type { PhotoStore } from '../../platform/files/photo-store.ts'
import { type PrintPhoto, printPhotoOf } from '../../platform/files/render-photo.ts'
import { routeRegistrar } from '../../platform/http/routing/route-registrar.ts'
import { languageOf } from '../../platform/languages/request-language.ts'
import { countedByAccount, inPdfThread, sendPdf } from '../../platform/pdf/pdf-thread.ts'
import { readOwnPet } from '../pet-queries.ts'
import type { card, poster } from './draw-prints.ts'

// The shape of the photo on a card, in pixels for a sharp print.
const CARD_PHOTO = { width: 696, height: 696 }

type PrintDeps = Deps & { photos: PhotoStore }

const drawPoster = inPdfThread<typeof poster>(new URL('./draw-prints.ts', import.meta.url), 'poster')
const drawCard = inPdfThread<typeof card>(new URL('./draw-prints.ts', import.meta.url), 'card')

export function printRoutes(app: FastifyInstance, deps: PrintDeps): void {
  const on = routeRegistrar(app, deps)
  const foundation = () => {
    const { foundationName, helplinePhone } = deps.foundation()
    return { publicUrl: deps.config.publicUrl, foundationName, helplinePhone }
  }

  const byAccount = countedByAccount(deps)

  on(
    printCalls.poster,
    async ({ params, person, request, reply }) => {
      const pet = await readOwnPet(deps.db, params.id, person)
      if (!pet.lost) throw conflict('pet_not_lost')
      const lost = { pet, lost: pet.lost, photo: await photoOf(pet) }
      return sendPdf(reply, 'petsetu-poster.pdf', await drawPoster(lost, foundation(), languageOf(request)))
    },
    byAccount,
  )

  on(
    printCalls.card,
    async ({ params, person, request, reply }) => {
      const pet = await readOwnPet(deps.db, params.id, person)
      const photo = await photoOf(pet, CARD_PHOTO)
      return sendPdf(reply, 'petsetu-card.pdf', await drawCard({ pet, photo }, foundation(), languageOf(request)))
    },
    byAccount,
  )

  /** The main photo as a JPEG; null without one, and if it was deleted just now. */
  async function photoOf(
    { photos: [main] }: Pet,
    crop?: { width: number; height: number },
  ): Promise<PrintPhoto | null> {
    const file = main && (await deps.photos.read(largestFileOf(main)))
    return file ? printPhotoOf(await buffer(file.content), crop) : null
  }
}
