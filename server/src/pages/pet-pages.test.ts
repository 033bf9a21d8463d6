import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { PublicPet } from '@petsetu/contract/pets.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readBuiltPages } from './built-pages.ts'
import { deflatePage } from './deflate-page.ts'
import { petPages, publicPageRest, publicPageStart } from './shell.ts'

const built = await readBuiltPages()
const site = {
  foundationName: "Asha's <Foundation> & friends",
  marketingUrl: 'https://example.org',
  developerCredit: 'Made by us',
  publicUrl: 'https://pets.example.org',
  checkoutUrl: 'https://checkout.example.org',
}

const SHORT_TEXTS = [
  '',
  ' ',
  'Moti',
  'मोती 🐕',
  '<b>"',
  '&amp;',
  '$&',
  '\ufdd00\ufdd1',
  '\ud800',
  '9876543210, a%b@c.org',
]
const TEXTS = [
  ...SHORT_TEXTS,
  '<b>"bold"</b> & \'quoted\' \\ &amp;',
  '</script><script>',
  'javascript:alert(1)',
  'many\nlines\u2028\0',
  '98765 43210 / 91234 56789, asha@example.org',
  'x@example.org 9876543210 y%z@example.org',
]

function petsWith(text: fc.Arbitrary<string>): fc.Arbitrary<PublicPet> {
  const maybe = fc.option(text)
  const day = fc.option(fc.constantFrom('2026-01-31', '0001-01-01', '9999-12-31'))
  return fc.record({
    petId: fc.constantFrom('ABCDEFGHJKLM', '22222222222A'),
    petName: text,
    ownerName: maybe,
    petType: text,
    petAge: text,
    petGender: fc.constantFrom('male', 'female'),
    treatmentDetail: maybe,
    treatmentDate: day,
    vaccinationDetail: maybe,
    vaccinationDate: day,
    sterilizationDetail: maybe,
    sterilizationDate: day,
    dewormingDetail: maybe,
    dewormingDate: day,
    doctorName: maybe,
    location: text,
    address: text,
    contactDetails: text,
    treatment: maybe,
    vaccination: maybe,
    sterilization: maybe,
  })
}

const start = Buffer.from(publicPageStart(built, 'pet-detail', site))
const petPage = petPages(built, site)

test('PET-15 PET-14 V1.2.1 whatever owners typed, the page of a pet is to the byte what its components make of it', () => {
  fc.assert(
    fc.property(petsWith(fc.oneof(fc.constantFrom(...TEXTS), fc.string({ unit: 'binary' }))), (pet) => {
      const rest = publicPageRest(built, { name: 'pet-detail', tag: { kind: 'pet', pet } }, site)
      // Compared as text, so that a difference can be read.
      expect(petPage(pet).bytes.toString('latin1')).toBe(Buffer.from(start + rest).toString('latin1'))
    }),
    { numRuns: 1_000 },
  )
})

/** The page of a pet after many of its shape, as compressed and as it is. */
function compressed(pet: PublicPet): { deflated: Buffer | null; rest: Buffer } {
  for (let page = 0; page < 32; page++) deflatePage(petPage(pet), start.length)
  const longer = (text: string) => (text ? `${text}+${pet.petId}` : '')
  const other = { ...pet, petName: longer(pet.petName), location: longer(pet.location), address: longer(pet.address) }
  const page = petPage(other)
  return { deflated: deflatePage(page, start.length), rest: page.bytes.subarray(start.length) }
}

test('APP-1 PET-15 compressed by what its shape has in common, the page of a pet is the same page', () => {
  let count = 0
  fc.assert(
    fc.property(petsWith(fc.constantFrom(...SHORT_TEXTS)), (pet) => {
      const { deflated, rest } = compressed(pet)
      if (!deflated) return
      count++
      expect(inflateRawSync(deflated, { dictionary: start }).equals(rest)).toBe(true)
    }),
  )
  expect(count).toBeGreaterThan(20)
})

test('APP-1 the page of a pet, so compressed, is hardly larger than one that is searched anew; with long texts it is', () => {
  const fields = { petName: 'Moti', petType: 'Dog', petAge: '3 years', location: 'Pune', address: '12 Neem Road' }
  const nothing = Object.fromEntries(Object.keys(PublicPet.shape).map((field) => [field, null]))
  const owner = { ownerName: 'Asha Patil', contactDetails: '98765 43210, also on WhatsApp' }
  const pet = PublicPet.parse({ ...nothing, ...fields, ...owner, petId: 'ABCDEFGHJKLM', petGender: 'male' })
  const { deflated, rest } = compressed(pet)
  const searched = deflateRawSync(rest, { level: 2, dictionary: start.subarray(-2_048) })
  expect(deflated?.length).toBeLessThan(searched.length * 1.05)
  expect(compressed({ ...pet, treatmentDetail: 'A long story. '.repeat(60) }).deflated).toBeNull()
})
