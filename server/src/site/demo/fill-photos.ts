import { Readable } from 'node:stream'
import { insertPhoto } from '../../pets/photo-queries.ts'
import type { Services } from '../../services.ts'
import { drawAnimal } from './draw-animal.ts'

/** Draws a photo of every pet but each fourth, so that both kinds of cards can be seen. Returns their number. */
export async function fillPhotos({ db, photos }: Services): Promise<number> {
  const pets = await db.selectFrom('pets').select(['id', 'pet_type']).orderBy('id').execute()
  const photographed = pets.filter((_, index) => index % 4 !== 3)
  for (const [number, { id, pet_type: kind }] of photographed.entries()) {
    const received = await photos.receive(Readable.from(await drawAnimal(kind, number)))
    const kept = await photos.keep(received)
    await photos.discard(received)
    await db.transaction().execute((transaction) => insertPhoto(transaction, id, kept))
  }
  return photographed.length
}
