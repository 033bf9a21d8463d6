import { expect, test } from 'vitest'
import { ACTION_LABELS, AUDIT_ACTIONS, AUDIT_OBJECTS, OBJECT_LABELS } from './audit.ts'

// DSK-4
test('every action and every kind of record of the audit has a name on its page', () => {
  expect(Object.keys(ACTION_LABELS)).toEqual(expect.arrayContaining([...AUDIT_ACTIONS]))
  expect(Object.keys(OBJECT_LABELS)).toEqual(expect.arrayContaining([...AUDIT_OBJECTS]))
})
