import { createReadStream } from 'node:fs'
import path from 'node:path'
import type { LostForm } from '@petsetu/contract/pets/lost.ts'
import type { PetForm, ShownChange } from '@petsetu/contract/pets/pet-schemas.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import type { z } from 'zod'
import { insertPhoto } from '../../pets/photo-queries.ts'
import type { Services } from '../../services.ts'
import { daysAgo } from './back-dated.ts'

// All people here are made up: the addresses do not exist, the e-mail addresses are at example.org, and the phone numbers, most of whose
// digits are zeros, are examples of mobile numbers.
export const examplePhone = (number: number) => `+91 90000 ${String(number).padStart(5, '0')}`

type Pet = z.input<typeof PetForm>

const dayAgo = (days: number) => today(daysAgo(days))

const AREAS = [
  ['Kothrud, Pune', '14 Neem Lane'],
  ['Bandra West, Mumbai', '3rd floor, Sea Breeze'],
  ['Indiranagar, Bengaluru', '221 Twelfth Main'],
  ['Mylapore, Chennai', '8 Tank Street'],
  ['Salt Lake, Kolkata', 'CF Block, House 90'],
  ['Lajpat Nagar, New Delhi', 'B-14, second floor'],
  ['Sector 17, Chandigarh', 'House 611'],
] as const

const NAMES: [string, string, string, 'male' | 'female'][] = [
  ['Moti', 'Dog', '3 years', 'male'],
  ['Rani', 'Dog', '7 months', 'female'],
  ['Sheru', 'Dog', '5 years', 'male'],
  ['मिठू', 'Parakeet', '2 years', 'male'],
  ['Billo', 'Cat', '1 year', 'female'],
  ['महाराजाधिराज विक्रमादित्य', 'Cat', '4 years', 'male'],
  ['Lali', 'Cow', '6 years', 'female'],
  ['Simba', 'Dog', '2 years', 'male'],
  ['Chikoo', 'Rabbit', '8 months', 'male'],
  ['Gauri', 'Cow', '9 years', 'female'],
  ['Bruno', 'Dog', '10 years', 'male'],
  ['Pari', 'Cat', '3 years', 'female'],
  ['Kalu', 'Dog', 'about 4 years', 'male'],
  ['Champa', 'Goat', '2 years', 'female'],
  ['Leo', 'Dog', '1 year', 'male'],
  ['Mithi', 'Cat', '6 months', 'female'],
  ['Raja', 'Dog', '8 years', 'male'],
  ['Noori', 'Dog', '3 years', 'female'],
  ['Snowy', 'Rabbit', '1 year', 'female'],
  ['Bholu', 'Dog', '6 years', 'male'],
  ['Zoya', 'Cat', '2 years', 'female'],
  ['Tara', 'Dog', '5 months', 'female'],
  ['Jojo', 'Dog', '12 years', 'male'],
  ['Kiki', 'Parrot', '15 years', 'female'],
]

export const DEMO_LOST: Record<string, z.input<typeof LostForm>> = {
  Bruno: {
    since: dayAgo(21),
    area: 'Mylapore, Chennai',
    note: 'White left forepaw, red collar. He is shy: please do not chase him.',
    reward: 2_000,
    listed: true,
  },
  Pari: { since: dayAgo(14), area: 'Salt Lake, Kolkata', note: 'Grey with a white tip of the tail.', listed: true },
}

/** Those whose owners hide something from finders, by name. */
export const DEMO_SHOWN: Record<string, ShownChange> = { Zoya: { contact: false, address: false, ownerName: false } }

/** Pets with a long, a short and no medical history, so that every page can be seen with each. */
export function demoPets(): Pet[] {
  return NAMES.map(([petName, petType, petAge, petGender], index) => {
    const [location, address] = AREAS[index % AREAS.length] ?? AREAS[0]
    const contact = examplePhone(index + 1)
    const vaccinated = 20 + index * 14
    return {
      petName,
      petType,
      petAge,
      petGender,
      location,
      address,
      contactDetails: index % 3 === 0 ? `${contact}, family${index}@example.org` : contact,
      ...(index % 4 !== 3 && {
        vaccinationDetail: petType === 'Dog' ? 'Anti-rabies' : 'Yearly vaccination',
        vaccinationDate: dayAgo(vaccinated),
        // Every other vet wrote down until when.
        vaccinationValidUntil: index % 2 === 0 ? dayAgo(vaccinated - 365) : '',
        doctorName: index % 2 === 0 ? 'Dr. Anjali Deshmukh' : 'Dr. Farhan Sheikh',
      }),
      ...(index % 3 === 0 && {
        ownerName: 'Ask for the family',
        sterilizationDetail: 'Done at the foundation’s camp',
        sterilizationDate: dayAgo(400),
        dewormingDetail: 'Every three months',
        dewormingDate: dayAgo(40 + index),
      }),
      ...(index % 6 === 0 && {
        treatmentDetail: 'Skin allergy on the ears.\nTablets with food, twice a day.',
        treatmentDate: dayAgo(60),
      }),
    }
  })
}

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
  const pets = await db.selectFrom('pets').select(['id', 'pet_type', 'pet_kind as kind']).orderBy('id').execute()
  const photographed = pets.filter((_, index) => index % 4 !== 3)
  const turns = new Map<string, number>()
  for (const { id, pet_type, kind } of photographed) {
    // The animals of the street begin elsewhere, so that the first of them is not another picture of the first pet.
    const turn = turns.get(`${kind} ${pet_type}`) ?? (kind === 'community' ? 4 : 0)
    turns.set(`${kind} ${pet_type}`, turn + 1)
    const received = await photos.receive(createReadStream(portraitOf(pet_type, turn)))
    const kept = await photos.keep(received)
    await photos.discard(received)
    await db.transaction().execute((transaction) => insertPhoto(transaction, id, kept))
  }
  return photographed.length
}
