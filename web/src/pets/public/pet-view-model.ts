import type { RabiesValidity } from '@petsetu/contract/pets/pet-facts.ts'
import { groupPetId } from '@petsetu/contract/pets/pet-id.ts'
import { drawingOf } from '@petsetu/contract/pets/pet-pictures.ts'
import type { Photo, PublicLost } from '@petsetu/contract/pets/pet-schemas.ts'
import type { PublicPet } from '@petsetu/contract/pets/pets.ts'
import type { TagView } from '@petsetu/contract/site/public-pages.ts'
import type { Site } from '@petsetu/contract/site/site.ts'
import { visitorPaths } from '@petsetu/contract/visitor-paths.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'
import { contactLinks, whatsAppNumberOf } from '../../platform/lib/contact-links.ts'

export type Contact = { isPhone: boolean; href: string; text: string }

/** `day` is a calendar day (yyyy-mm-dd); `texts` are as somebody typed them. */
export type Care = { nameId: PlainId; day: string | null; texts: string[] }

/** The content of a pet's card, with the ids of its texts. */
export type PetViewModel = {
  petId: string
  petName: string
  photos: Photo[]
  /** A drawing of its species, for a pet without a photo. */
  drawing: string
  petType: string
  petAge: string
  genderId: PlainId
  /** These four are undefined where the owner hides them. */
  ownerName: string | null | undefined
  contactDetails: string | undefined
  /** True if they say more than the buttons that call and write. */
  saysMore: boolean
  contacts: Contact[]
  /** The first Indian mobile number, as WhatsApp's links want it. */
  whatsAppNumber: string | null
  location: string | undefined
  address: string | undefined
  /** Medicines and other treatment; null if nothing was entered. */
  treatment: Care | null
  /** Null where the owner hides the pet's health. */
  rabies: RabiesValidity | null
  /** The other care that is known. */
  care: Care[]
  /** Undefined where the owner hides it. */
  doctorName: string | null | undefined
  /** The names of the facts that the owner shows, but has not entered. */
  empty: PlainId[]
  tag: string
  pageAddress: string
  lost: PublicLost | null
}

export function petViewModel({ pet, species, rabies }: Extract<TagView, { kind: 'pet' }>, site: Site): PetViewModel {
  const { petId, petName, petType, petAge, ownerName, contactDetails, location, address, doctorName } = pet
  const typed = contactDetails ?? ''
  const links = contactLinks(typed)
  const treatment = care('finder.treatment', pet.treatmentDate, pet.treatmentDetail, pet.treatment)
  const others = careOf(pet)
  const empty = rabies ? [treatment, ...others].filter((entry) => !isGiven(entry)).map(({ nameId }) => nameId) : []
  if (ownerName === null) empty.unshift('finder.owner')
  if (doctorName === null) empty.push('finder.doctor')
  return {
    petId,
    petName,
    photos: pet.photos,
    drawing: drawingOf(species),
    petType,
    petAge,
    genderId: pet.petGender === 'male' ? 'finder.male' : 'finder.female',
    ownerName,
    contactDetails,
    saysMore: typed.length > links.map(({ text }) => text).join(', ').length,
    contacts: links.map(({ kind, href, text }) => ({ isPhone: kind === 'phone', href, text })),
    whatsAppNumber: whatsAppNumberOf(links),
    location,
    address,
    treatment: isGiven(treatment) ? treatment : null,
    rabies,
    care: others.filter(isGiven),
    doctorName,
    // Whoever has found a lost pet reads what is known of it, and nothing else.
    empty: pet.lost ? [] : empty,
    tag: groupPetId(petId),
    lost: pet.lost,
    pageAddress: site.publicUrl + visitorPaths.petDetail.to({ petId }),
  }
}

const isGiven = ({ day, texts }: Care) => day !== null || texts.length > 0

function careOf(pet: PublicPet): Care[] {
  return [
    care('finder.vaccination', pet.vaccinationDate, pet.vaccinationDetail, pet.vaccination),
    care('finder.sterilization', pet.sterilizationDate, pet.sterilizationDetail, pet.sterilization),
    care('finder.deworming', pet.dewormingDate, pet.dewormingDetail),
  ]
}

function care(nameId: PlainId, day: string | null = null, ...texts: (string | null | undefined)[]): Care {
  return {
    nameId,
    day,
    texts: [...new Set(texts.filter((text) => text?.trim()))] as string[],
  }
}
