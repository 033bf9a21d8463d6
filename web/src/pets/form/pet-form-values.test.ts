import { expect, test } from 'vitest'
import { changesOf, restoredOver } from '../../lib/draft-changes.ts'
import { EMPTY_PET, formValuesOf } from './pet-form-values.ts'

test('a field that a pet has nothing for is empty text in the form, never null', () => {
  const values = formValuesOf({
    ...EMPTY_PET,
    petId: 'ABCDEFGHJKLM',
    petName: 'Tara',
    doctorName: null,
    treatmentDate: null,
    treatment: 'old',
    vaccination: null,
    sterilization: null,
  })
  expect(values).toEqual({ ...EMPTY_PET, petName: 'Tara' })
})

test('a draft fills in what it knows and leaves the rest', () => {
  const draft = { petName: 'Moti', petAge: 3, gone: 'field' }
  expect({ ...EMPTY_PET, ...restoredOver(EMPTY_PET, draft) }).toEqual({ ...EMPTY_PET, petName: 'Moti' })
  expect({ ...EMPTY_PET, ...restoredOver(EMPTY_PET, {}) }).toEqual(EMPTY_PET)
})

test('a form that was changed back is the same again', () => {
  expect(changesOf({ ...EMPTY_PET, petName: 'M' }, EMPTY_PET)).toEqual({ petName: 'M' })
  expect(changesOf({ ...EMPTY_PET }, EMPTY_PET)).toEqual({})
})
