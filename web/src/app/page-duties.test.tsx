import { dutiesOf, mayOpen } from '@petsetu/contract/page-duties.ts'
import { type PageName, paths } from '@petsetu/contract/paths.ts'
import { DUTIES, type Duty, hasDuty } from '@petsetu/contract/people/duties.ts'
import { expect, test } from 'vitest'
import { ADMIN, openPage } from '../../test/open-page.tsx'
import { shownCompletely } from '../../test/page-checks.ts'
import { SHELL_PAGES, sampleAddress, serverOfSamples } from '../../test/sample-replies.ts'

const ADMIN_PAGES = SHELL_PAGES.filter((name) => paths[name].area === 'admin')

/** The duties with each of which alone an admin may open the page of the samples. */
function alone(name: PageName): readonly Duty[] {
  // That one is an import of pets.
  if (name === 'importDetail') return ['pets']
  const duties = dutiesOf(paths[name])
  return DUTIES.filter((duty) => duties.includes('any') || duties.includes(duty))
}

for (const name of ADMIN_PAGES) {
  for (const duty of alone(name)) {
    // DSK-5
    test(`${name} asks for nothing beyond the duty ${duty}`, async () => {
      const admin = { ...ADMIN, duties: [duty] }
      expect(mayOpen(sampleAddress(name), admin)).toBe(true)
      const server = serverOfSamples()
      await openPage(sampleAddress(name), { as: admin, server })
      await shownCompletely()
      const refused = server.arrived.filter(
        ({ call }) => call.access === 'admin' && !hasDuty(admin, call.duty ?? 'all'),
      )
      expect(server.arrived.length).toBeGreaterThan(0)
      expect(refused.map(({ call }) => `${call.method} ${call.path}`)).toEqual([])
    })
  }
}
