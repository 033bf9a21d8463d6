import { formatLongDay } from '@petsetu/contract/dates.ts'
import { paths } from '@petsetu/contract/paths.ts'
import { groupPetId } from '@petsetu/contract/pet-id.ts'
import type { PublicPet } from '@petsetu/contract/pets.ts'
import type { Site } from '@petsetu/contract/site.ts'
import { contactLinks } from './contact-links.ts'

export type Contact = { isPhone: boolean; href: string; text: string }

export type Care = { name: string; day: { date: string; inWords: string } | null; texts: string[] }

/**
 * What a pet's card shows, each text as it stands there. The card asks of a text only whether there is one: the server renders cards
 * that differ in their texts alone once.
 */
export type PetFacts = {
  petId: string
  petName: string
  petType: string
  petAge: string
  gender: string
  ownerName: string | null
  contactDetails: string
  contacts: Contact[]
  location: string
  address: string
  care: Care[]
  doctorName: string | null
  tag: string
  pageAddress: string
}

export function petFacts(pet: PublicPet, site: Site): PetFacts {
  const { petId, petName, petType, petAge, ownerName, contactDetails, location, address, doctorName } = pet
  return {
    petId,
    petName,
    petType,
    petAge,
    gender: pet.petGender === 'male' ? 'Male' : 'Female',
    ownerName,
    contactDetails,
    contacts: contactLinks(contactDetails).map(({ kind, href, text }) => ({ isPhone: kind === 'phone', href, text })),
    location,
    address,
    care: careOf(pet),
    doctorName,
    tag: groupPetId(petId),
    pageAddress: site.publicUrl + paths.petDetail.to({ petId }),
  }
}

/** What was done for the pet's health. What is empty is left out. */
function careOf(pet: PublicPet): Care[] {
  return [
    care('Treatment', pet.treatmentDate, pet.treatmentDetail, pet.treatment),
    care('Vaccination', pet.vaccinationDate, pet.vaccinationDetail, pet.vaccination),
    care('Sterilization', pet.sterilizationDate, pet.sterilizationDetail, pet.sterilization),
    care('Deworming', pet.dewormingDate, pet.dewormingDetail),
  ].filter(({ day, texts }) => day || texts.length > 0)
}

function care(name: string, date: string | null, ...texts: (string | null)[]): Care {
  return {
    name,
    // The server and the browser must write the day alike.
    day: date ? { date, inWords: formatLongDay(date, 'en-IN') } : null,
    texts: [...new Set(texts.filter((text) => text !== null))].filter((text) => text.trim() !== ''),
  }
}
