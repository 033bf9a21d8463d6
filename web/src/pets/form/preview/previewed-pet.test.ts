import { SHOWN_CHOICES } from '@petsetu/contract/pets/pet-schemas.ts'
import { SHOWN_BY } from '@petsetu/contract/pets/pets.ts'
import { expect, test } from 'vitest'
import { EMPTY_PET, withChoice } from '../pet-form-values.ts'
import { previewOf } from './previewed-pet.ts'

const ALL = SHOWN_CHOICES.join(' ')
const FULL = Object.fromEntries(Object.keys(EMPTY_PET).map((field) => [field, `my ${field}`]))
const VALUES = { ...EMPTY_PET, ...FULL, petGender: 'female' as const, petType: 'Persian cat', shown: ALL }
const RABIES = { id: 1, version: 1, kind: 'rabies' as const, product: null, day: null, vet: null, note: null }

// PRV-1
test('the preview has the public page’s fields, without those that a choice hides', () => {
  expect(Object.keys(previewOf(VALUES, null, []).pet).sort()).toEqual(Object.keys(SHOWN_BY).sort())
  for (const hidden of SHOWN_CHOICES) {
    const { pet, rabies } = previewOf({ ...VALUES, shown: withChoice(ALL, hidden, false) }, null, [])
    const left = Object.entries(SHOWN_BY).filter(([, choice]) => choice !== hidden)
    expect(Object.keys(pet).sort()).toEqual(left.map(([field]) => field).sort())
    expect(rabies === null).toBe(hidden === 'medical')
  }
})

// PRV-1
test('the preview tells species from kind, and rabies from the newest record', () => {
  const until = (day: string | null) => previewOf(VALUES, null, [{ ...RABIES, valid_until: day }]).rabies
  expect(previewOf(VALUES, null, [])).toMatchObject({ species: 'cat', rabies: { state: 'unknown' } })
  expect(until('2999-03-05')).toEqual({ state: 'valid', until: '2999-03-05' })
  expect(until('2020-03-05')).toEqual({ state: 'expired', until: '2020-03-05' })
  expect(until(null)).toEqual({ state: 'unknown' })
})

// CAR-2
test('the preview tells of rabies what the form says of it', () => {
  const rabies = (vaccinationDetail: string, vaccinationValidUntil = '') =>
    previewOf({ ...VALUES, vaccinationDetail, vaccinationDate: '2026-01-31', vaccinationValidUntil }, null, []).rabies
  expect(rabies('Anti-rabies and DHPP')).toEqual({ state: 'given', day: '2026-01-31' })
  expect(rabies('रेबीज', '2999-01-31')).toEqual({ state: 'valid', until: '2999-01-31' })
  expect(rabies('DHPP')).toEqual({ state: 'unknown' })
})

// CAR-2
test('the preview tells of rabies what a save of another vaccine would leave', () => {
  const pet = { petId: 'ABCDEFGHJKLM', photos: [], lost: null, treatment: null, vaccination: null, sterilization: null }
  const preview = (day: string | null, [text, given, end]: [string, string, string], is_cleared?: boolean) => {
    const record = { ...RABIES, product: 'Anti-rabies', day, valid_until: '2998-03-05', is_cleared }
    const stored = { vaccinationDetail: 'Anti-rabies', vaccinationDate: day, vaccinationValidUntil: '2998-03-05' }
    const form = { vaccinationDetail: text, vaccinationDate: given, vaccinationValidUntil: end }
    return previewOf({ ...VALUES, ...form }, { ...pet, ...stored }, [record]).rabies
  }
  const [OLD, UNKNOWN] = [{ state: 'valid', until: '2998-03-05' }, { state: 'unknown' }]
  expect(preview(null, ['DHPPi', '2026-11-20', '2999-01-01'])).toEqual(OLD)
  expect(preview('2026-01-31', ['DHPPi', '2026-02-20', '2998-03-05'])).toEqual(OLD)
  expect(preview('2026-01-31', ['DHPPi', '2026-01-31', '2999-01-01'])).toEqual(UNKNOWN)
  expect(preview('2026-01-31', ['', '', ''])).toEqual(UNKNOWN)
  expect(preview('2026-01-31', ['DHPPi', '2026-02-20', ''], true)).toEqual(UNKNOWN)
})
