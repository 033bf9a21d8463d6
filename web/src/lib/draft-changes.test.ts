import { expect, test } from 'vitest'
import { changesOf, restoredOver } from './draft-changes.ts'

const known = { fullname: 'asha', email: 'asha@example.org', phone: '' }

test('a draft holds the fields alone that differ from what the form began with', () => {
  expect(changesOf({ ...known, phone: '9000000001', email: '' }, known)).toEqual({ phone: '9000000001', email: '' })
  expect(changesOf(known, known)).toEqual({})
})

test('what is known of a person stands where nothing was typed', () => {
  expect({ ...known, ...restoredOver(known, { fullname: 'Asha Rao', phone: 7, gone: 'field' }) }).toEqual({
    ...known,
    fullname: 'Asha Rao',
  })
})
