import type { PageName } from '@petsetu/contract/paths.ts'
import { expect, test, vi } from 'vitest'
import { HOSTILE } from '../../test/hostile-texts.ts'
import { openPage } from '../../test/open-page.tsx'
import { shownCompletely } from '../../test/page-checks.ts'
import { sampleAddress, serverOfSamples, viewerOf } from '../../test/sample-replies.ts'

// Each page whose address is given shows what people typed. Those in which a list or a record shows every text say so.
const SHOWING_ALL: PageName[] = ['complaintDetail', 'complaints', 'allPets', 'users', 'myPets']
const SHOWING_SOME: PageName[] = [
  'account',
  'admin',
  'adminCamp',
  'adminCamps',
  'audit',
  'camp',
  'camps',
  'care',
  'communityAnimal',
  'communityAnimals',
  'desk',
  'donations',
  'editPlan',
  'financialYears',
  'found',
  'foundAbuse',
  'foundThread',
  'generateQr',
  'grievance',
  'grievances',
  'lostPet',
  'mails',
  'memberCard',
  'membershipReport',
  'myMembership',
  'paymentReport',
  'petFormFor',
  'plans',
  'privacyRequests',
  'regularMembership',
  'settings',
]

async function expectHarmless(name: PageName): Promise<void> {
  const alert = vi.spyOn(window, 'alert').mockImplementation(() => {})
  await openPage(sampleAddress(name), { ...viewerOf(name), server: serverOfSamples({ texts: HOSTILE, rows: 15 }) })
  await shownCompletely()
  expect(document.querySelectorAll('[data-hostile]')).toHaveLength(0)
  const addresses = [...document.querySelectorAll('[href], [src], [action]')].flatMap((element) =>
    ['href', 'src', 'action'].map((attribute) => element.getAttribute(attribute) ?? ''),
  )
  expect(addresses.filter((address) => /^\s*(javascript|vbscript|data:text)/i.test(address))).toEqual([])
  expect(alert).not.toHaveBeenCalled()
  alert.mockRestore()
}

for (const name of SHOWING_ALL) {
  // PET-15, API-3, V1.2.1, V1.2.2, V3.2.2
  test(`${name} shows markup that people write as text, and runs no script`, async () => {
    await expectHarmless(name)
    const missing = () => {
      const shown = document.querySelector('main')?.textContent ?? ''
      return HOSTILE.filter((text) => !shown.includes(text))
    }
    await expect.poll(missing).toEqual([])
  })
}

for (const name of SHOWING_SOME) {
  // PET-15, API-3, V1.2.1, V1.2.2, V3.2.2
  test(`${name} runs no script that people write`, async () => {
    await expectHarmless(name)
  })
}
