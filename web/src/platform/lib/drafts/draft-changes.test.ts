import { expect, test } from 'vitest'
import { changesOf, restoredOver } from './draft-changes.ts'

const known = { fullname: 'asha', email: 'asha@example.org', phone: '' }

test('a draft holds only the fields that differ from the initial values', () => {
  expect(changesOf({ ...known, phone: '9000000001', email: '' }, known)).toEqual({ phone: '9000000001', email: '' })
  expect(changesOf(known, known)).toEqual({})
})

test('known data of a person fills the fields that were not changed', () => {
  expect({ ...known, ...restoredOver(known, { fullname: 'Asha Rao', phone: 7, gone: 'field' }) }).toEqual({
    ...known,
    fullname: 'Asha Rao',
  })
})

test('a draft whose texts have been saved meanwhile restores nothing', () => {
  expect(restoredOver(known, { fullname: 'asha', phone: '' })).toEqual({})
})
