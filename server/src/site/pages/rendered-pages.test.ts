import { gunzipSync } from 'node:zlib'
import { PublicPet } from '@petsetu/contract/pets/pets.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import type { PublicPage } from '@petsetu/contract/site/public-pages.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readBuiltPages } from './built-pages.ts'
import { CACHE_BYTES_MAX, publicPageHtml, renderedPages } from './rendered-pages.ts'

const built = await readBuiltPages()
const site = {
  foundationName: "Asha's <Foundation> & friends",
  marketingUrl: 'https://example.org',
  donateUrl: 'https://example.org/donate',
  logo: null,
  emergencyNumbers: [],
  complaintDaysMax: 5,
  feeTexts: { en: '', hi: '', mr: '' },
  hasServiceWorker: true,
  developerCredit: 'Made by us',
  legalName: 'Asha Trust <Regd.>',
  legalAddress: '12 "Example" Road & Lane, Pune',
  contactEmail: 'care@example.org',
  helplinePhone: '+91 20 5550 1234',
  publicUrl: 'https://pets.example.org',
  checkoutUrl: 'https://checkout.example.org',
}

const PHOTO = {
  id: 1,
  width: 1_600,
  height: 1_200,
  color: '#8899aa',
  urls: { small: '/photos/a-small.webp', medium: '/photos/a-medium.webp', large: '/photos/a-large.webp' },
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
    photos: fc.constantFrom([], [PHOTO]),
    lost: fc.option(
      fc.record({ since: fc.constant('2026-01-31'), area: text, note: maybe, reward: fc.constantFrom(null, 2000) }),
    ),
  })
}

const pages = renderedPages(built, () => site)
const petPage = (pet: PublicPet): PublicPage => ({
  name: 'petDetail',
  tag: { kind: 'pet', pet, species: 'dog', rabies: { state: 'unknown' } },
})

// PET-15, PET-14, V1.2.1
test('a pet’s cached page equals its components’ output byte for byte', () => {
  const anyText = fc.oneof(fc.constantFrom(...TEXTS), fc.string({ unit: 'binary' }))
  fc.assert(
    fc.property(petsWith(anyText), (pet) => {
      const html = publicPageHtml(built, petPage(pet), { site, year: today().slice(0, 4), language: 'en' })
      const { gzip, identity } = pages.encoded(petPage(pet), 'en')
      for (let time = 0; time < 2; time++) {
        // Compared as text, so that a difference is readable.
        expect(identity().toString('latin1')).toBe(Buffer.from(html).toString('latin1'))
        expect(gunzipSync(gzip()).equals(Buffer.from(html))).toBe(true)
      }
    }),
    { numRuns: 300 },
  )
})

// PET-13
test('two pets that differ in one field have pages of their own, in every encoding', () => {
  const differing = fc.tuple(petsWith(fc.constantFrom(...TEXTS)), petsWith(fc.constantFrom(...TEXTS)))
  fc.assert(
    fc.property(differing, fc.constantFrom(...Object.keys(PublicPet.shape)), ([pet, other], field) => {
      const changed = { ...pet, [field]: other[field as keyof PublicPet] }
      const isSame = JSON.stringify(pet) === JSON.stringify(changed)
      const [before, after] = [pages.encoded(petPage(pet), 'en'), pages.encoded(petPage(changed), 'en')]
      expect(before.identity().equals(after.identity())).toBe(isSame)
      expect(before.gzip().equals(after.gzip())).toBe(isSame)
    }),
    { numRuns: 50 },
  )
})

// PET-15
test('however many pets are scanned, the cache of their pages stays within its size', () => {
  const [pet] = fc.sample(petsWith(fc.constant('Moti')), { numRuns: 1, seed: 1 })
  if (!pet) throw new Error('No pet was made')
  const address = 'x'.repeat(100_000)
  for (let number = 0; number < 200; number++) {
    pages.encoded(petPage({ ...pet, petName: `Moti ${number}`, address }), 'en').identity()
    expect(pages.cachedBytes()).toBeLessThanOrEqual(CACHE_BYTES_MAX)
  }
  expect(pages.cachedBytes()).toBeGreaterThan(CACHE_BYTES_MAX / 2)
})
