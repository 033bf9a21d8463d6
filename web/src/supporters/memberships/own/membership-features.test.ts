import { expect, test } from 'vitest'
import { featuresOf } from './my-membership-page.tsx'

// MEM-14
test('features are a JSON list in a text; anything else shows none', () => {
  expect(featuresOf('["A newsletter","Two visits"]')).toEqual(['A newsletter', 'Two visits'])
  for (const odd of ['', 'null', '{"a":1}', 'A newsletter', '[1,null]']) expect.soft(featuresOf(odd)).toEqual([])
})
