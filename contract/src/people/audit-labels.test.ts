import { expect, test } from 'vitest'
import { AUDIT_ACTIONS, AUDIT_OBJECTS } from './audit.ts'
import { ACTION_LABELS, OBJECT_LABELS } from './audit-labels.ts'

// DSK-4
test('every action and every kind of record of the audit has a name on its page', () => {
  expect(Object.keys(ACTION_LABELS)).toEqual(expect.arrayContaining([...AUDIT_ACTIONS]))
  expect(Object.keys(OBJECT_LABELS)).toEqual(expect.arrayContaining([...AUDIT_OBJECTS]))
})
