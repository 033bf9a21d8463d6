import { SHOWN_AT_FIRST } from '@petsetu/contract/shown.ts'
import { expect, test } from 'vitest'
import { changesOf, restoredOver } from '../../lib/draft-changes.ts'
import { EMPTY_PET, formValuesOf } from './pet-form-values.ts'

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
