import { createReadStream } from 'node:fs'
import path from 'node:path'
import { insertPhoto } from '../../pets/photo-queries.ts'
import type { Services } from '../../services.ts'

const FOLDER = path.join(import.meta.dirname, 'portraits')

const DOGS = ['dog-tan', 'dog-golden', 'dog-white', 'dog-patched', 'dog-black']
const BIRDS = ['parrot']

/** The pictures of each kind in `portraits/`. They were rendered for this program, so nobody else has rights in them. */
const PORTRAITS: Record<string, string[]> = {
  Dog: DOGS,
  'Indie dog': DOGS,
  Cat: ['cat-grey', 'cat-ginger', 'cat-black'],
  Rabbit: ['rabbit-brown', 'rabbit-white'],
  Cow: ['cow'],
  Goat: ['goat'],
  Parrot: BIRDS,
  Parakeet: BIRDS,
}

/** The path of a WebP picture of this kind; the kind's pictures take turns. */
export function portraitOf(kind: string, turn: number): string {
  const names = PORTRAITS[kind]
  const name = names?.[turn % names.length]
  if (!name) throw new Error(`The demo has no portrait of a ${kind}`)
  return path.join(FOLDER, `${name}.webp`)
}

/** Gives every pet but each fourth a photo, so that both kinds of cards can be seen. Returns their number. */
export async function fillPhotos({ db, photos }: Services): Promise<number> {
  const pets = await db.selectFrom('pets').select(['id', 'pet_type']).orderBy('id').execute()
  const photographed = pets.filter((_, index) => index % 4 !== 3)
  const turns = new Map<string, number>()
  for (const { id, pet_type: kind } of photographed) {
    const turn = turns.get(kind) ?? 0
    turns.set(kind, turn + 1)
    const received = await photos.receive(createReadStream(portraitOf(kind, turn)))
    const kept = await photos.keep(received)
    await photos.discard(received)
    await db.transaction().execute((transaction) => insertPhoto(transaction, id, kept))
  }
  return photographed.length
}
