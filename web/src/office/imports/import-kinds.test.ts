import { expect, test } from 'vitest'
import { isArea } from './import-kinds.ts'

test('an address has an area of imports, and not what every object has', () => {
  expect(['pets', 'members'].map(isArea)).toEqual([true, true])
  expect(['constructor', 'toString', '', undefined].map(isArea)).toEqual([false, false, false, false])
})
