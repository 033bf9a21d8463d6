import { paths } from '@petsetu/contract/paths.ts'
import { groupPetId } from '@petsetu/contract/pet-id.ts'
import type { PublicPet } from '@petsetu/contract/pets.ts'
import type { Site } from '@petsetu/contract/site.ts'
import { contactLinks } from '../../lib/contact-links.ts'
import { formatLongDay } from '../../lib/dates.ts'

export type Contact = { isPhone: boolean; href: string; text: string }

export type Care = { name: string; day: { date: string; inWords: string } | null; texts: string[] }

/** Everything that the card of a pet shows, as final texts. */
export type PetViewModel = {
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

export function petViewModel(pet: PublicPet, site: Site): PetViewModel {
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

function careOf(pet: PublicPet): Care[] {
  return [
    care('Treatment', pet.treatmentDate, pet.treatmentDetail, pet.treatment),
    care('Vaccination', pet.vaccinationDate, pet.vaccinationDetail, pet.vaccination),
    care('Sterilization', pet.sterilizationDate, pet.sterilizationDetail, pet.sterilization),
    care('Deworming', pet.dewormingDate, pet.dewormingDetail),
  ]
}

function care(name: string, date: string | null, ...texts: (string | null)[]): Care {
  return {
    name,
    // The server and the browser must format the day identically, or hydration fails.
    day: date ? { date, inWords: formatLongDay(date, 'en-IN') } : null,
    texts: [...new Set(texts.filter((text) => text !== null))].filter((text) => text.trim() !== ''),
  }
}
