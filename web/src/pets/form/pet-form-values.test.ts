import { SHOWN_AT_FIRST } from '@petsetu/contract/pets/pet-schemas.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { expect, test } from 'vitest'
import { changesOf, restoredOver } from '../../platform/lib/drafts/draft-changes.ts'
import {
  bodyOf,
  describeHidden,
  describeValue,
  EMPTY_PET,
  formValuesOf,
  withChoice,
  withVaccinationDate,
} from './pet-form-values.ts'

test('an empty field of a pet is an empty text in the form, never null', () => {
  const values = formValuesOf({
    ...EMPTY_PET,
    petId: 'ABCDEFGHJKLM',
    petName: 'Tara',
    doctorName: null,
    treatmentDate: null,
    treatment: 'old',
    vaccination: null,
    sterilization: null,
    photos: [],
    shown: SHOWN_AT_FIRST,
    lost: null,
  })
  expect(values).toEqual({ ...EMPTY_PET, petName: 'Tara' })
})

test('a draft fills in its own fields and leaves the others', () => {
  const draft = { petName: 'Moti', petAge: 3, gone: 'field' }
  expect({ ...EMPTY_PET, ...restoredOver(EMPTY_PET, draft) }).toEqual({ ...EMPTY_PET, petName: 'Moti' })
  expect({ ...EMPTY_PET, ...restoredOver(EMPTY_PET, {}) }).toEqual(EMPTY_PET)
})

test('a form that was changed back has no changes', () => {
  expect(changesOf({ ...EMPTY_PET, petName: 'M' }, EMPTY_PET)).toEqual({ petName: 'M' })
  expect(changesOf({ ...EMPTY_PET }, EMPTY_PET)).toEqual({})
})

// PRV-1
test('a new form proposes to show all but the address, and sends each choice', () => {
  expect(bodyOf(EMPTY_PET).shown).toEqual({
    ownerName: true,
    contact: true,
    area: true,
    address: false,
    medical: true,
    vet: true,
  })
  expect(bodyOf({ ...EMPTY_PET, shown: withChoice('vet', 'address', true) }).shown).toMatchObject({
    contact: false,
    address: true,
    vet: true,
  })
})

// PRV-1
test('the folded choices say what is hidden, or that nothing is', () => {
  const text = ((id: string, values: object = {}) => [id, ...Object.values(values)].join(' ')) as Translate
  expect(describeHidden(text, EMPTY_PET.shown)).toBe('petForm.hidden petForm.showsAddress')
  expect(describeHidden(text, 'ownerName contact area medical')).toBe(
    'petForm.hidden petForm.showsAddress, petForm.showsVet',
  )
  expect(describeHidden(text, withChoice(EMPTY_PET.shown, 'address', true))).toBe('petForm.allShown')
})

// PRV-1, PET-9
test('two versions of the choices are compared in words', () => {
  const text = ((id: string) => id) as Translate
  expect(describeValue(text, 'shown', 'area vet')).toBe('petForm.showsArea, petForm.showsVet')
  expect(describeValue(text, 'shown', '')).toBe('petForm.nothingShown')
  expect(describeValue(text, 'petName', 'area')).toBe('area')
})

// CAR-2, CAR-3
test('the end of a vaccination moves with its day, unless somebody has entered it', () => {
  const values = (vaccinationDetail: string, vaccinationDate: string, vaccinationValidUntil: string) => ({
    ...{ vaccinationDetail, vaccinationDate, vaccinationValidUntil },
  })
  const old = values('Anti-rabies', '2025-09-01', '2027-03-05')
  const endOn = (day: string, now = old, initial = old) => {
    const { vaccinationValidUntil = now.vaccinationValidUntil } = withVaccinationDate(now, initial, day)
    return vaccinationValidUntil
  }
  expect(endOn('2026-11-20')).toBe('2027-11-20')
  expect(endOn('2026-11-20', { ...old, vaccinationDetail: 'Rabies and DHPPi' })).toBe('')
  expect(endOn('2026-11-20', { ...old, vaccinationValidUntil: '2029-01-01' })).toBe('2029-01-01')
  // A corrected day, the day before once more, and a day that is added.
  expect(endOn('2025-08-01')).toBe('2027-03-05')
  expect(endOn('2025-09-01', values('Anti-rabies', '2026-11-20', '2027-11-20'))).toBe('2027-03-05')
  const undated = { ...old, vaccinationDate: '' }
  expect(endOn('2026-11-20', undated, undated)).toBe('2027-03-05')
  expect(endOn('2026-11-20', { ...undated, vaccinationDetail: 'DHPPi' }, undated)).toBe('2027-11-20')
  // A new pet.
  expect(endOn('2026-11-20', values('Lepto', '', ''), values('', '', ''))).toBe('2027-11-20')
})
