import type { PublicPet } from '@petsetu/contract/pets.ts'
import type { Facts } from '@petsetu/contract/public-pages.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readBuiltPages } from './built-pages.ts'
import { byShape } from './by-shape.ts'
import { petPages, publicPageRest, publicPageStart } from './shell.ts'

const built = await readBuiltPages()
const site = {
  foundationName: "Asha's <Foundation> & friends",
  marketingUrl: 'https://example.org',
  developerCredit: 'Made by us',
  publicUrl: 'https://pets.example.org',
  checkoutUrl: 'https://checkout.example.org',
}

const TEXTS = [
  '',
  ' ',
  'Moti',
  'मोती 🐕',
  '<b>"bold"</b> & \'quoted\' &amp;',
  '</script><script>',
  'javascript:alert(1)',
  '\ufdd00\ufdd1',
  '$& $1 ${0}',
  'half \ud800 character',
  '98765 43210 / 91234 56789, asha@example.org',
  'x@example.org 9876543210 y%z@example.org',
]
const typed = fc.oneof(fc.constantFrom(...TEXTS), fc.string({ unit: 'binary' }))
const typedOrNot = fc.option(typed)
const day = fc.option(fc.constantFrom('2026-01-31', '0001-01-01', '9999-12-31'))

const pets: fc.Arbitrary<PublicPet> = fc.record({
  petId: fc.constantFrom('ABCDEFGHJKLM', '22222222222A'),
  petName: typed,
  ownerName: typedOrNot,
  petType: typed,
  petAge: typed,
  petGender: fc.constantFrom('male', 'female'),
  treatmentDetail: typedOrNot,
  treatmentDate: day,
  vaccinationDetail: typedOrNot,
  vaccinationDate: day,
  sterilizationDetail: typedOrNot,
  sterilizationDate: day,
  dewormingDetail: typedOrNot,
  dewormingDate: day,
  doctorName: typedOrNot,
  location: typed,
  address: typed,
  contactDetails: typed,
  treatment: typedOrNot,
  vaccination: typedOrNot,
  sterilization: typedOrNot,
})

test('PET-15 PET-14 V1.2.1 whatever owners typed, the page of a pet is to the byte what its components make of it', () => {
  const petPage = petPages(built, site)
  fc.assert(
    fc.property(pets, (pet) => {
      const whole =
        publicPageStart(built, 'pet-detail') +
        publicPageRest(built, { name: 'pet-detail', tag: { kind: 'pet', pet } }, site)
      // Compared as text, so that a difference can be read.
      expect(petPage(pet).toString('latin1')).toBe(Buffer.from(whole).toString('latin1'))
    }),
    { numRuns: 1_000 },
  )
})

const shown = (facts: Facts): string => (Array.isArray(facts) ? `<${facts.map(shown).join('|')}>` : `${facts}`)

test('PET-15 facts that differ in their texts alone are rendered once, and of shapes a thousand are kept', () => {
  let renderings = 0
  const fill = byShape((facts: Facts) => {
    renderings++
    return shown(facts)
  })
  const page = (facts: Facts) => fill(facts, '.').toString()
  expect([page(['a', null, ['b']]), page(['<', null, ['d']])]).toEqual(['<a|null|<b>>.', '<&lt;|null|<d>>.'])
  expect(renderings).toBe(1)
  expect(page(['a', false, ['b']])).toBe('<a|false|<b>>.')
  expect(page(['', null, ['b']])).toBe('<|null|<b>>.')
  expect(page(['a', null, ['b', 'c']])).toBe('<a|null|<b|c>>.')
  expect(renderings).toBe(4)
  for (let length = 0; length < 1_000; length++) page(Array(length).fill(null))
  expect(page(['a', null, ['b']])).toBe('<a|null|<b>>.')
  expect(renderings).toBe(1_005)
})
