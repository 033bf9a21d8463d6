import { expect, test } from 'vitest'
import { demoPlans } from './fill-memberships.ts'

// CFG-3
test('no plan of the demo names one of the other category, whose page is another', () => {
  for (const { name, category, features, features_hi, features_mr } of demoPlans) {
    const others = demoPlans.filter((other) => other.category !== category)
    const told = [features, features_hi, features_mr].join('\n')
    for (const other of others)
      for (const named of [other.name, other.name_hi, other.name_mr]) expect(told, name).not.toContain(named)
  }
})
