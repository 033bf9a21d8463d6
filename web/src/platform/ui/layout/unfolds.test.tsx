import { careCalls } from '@petsetu/contract/pets/care.ts'
import { communityCalls } from '@petsetu/contract/pets/community/community.ts'
import { foundCalls } from '@petsetu/contract/pets/found.ts'
import { petCalls } from '@petsetu/contract/pets/pets.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { MOTI } from '../../../../test/examples.ts'
import { filingServer } from '../../../../test/filing.ts'
import { OWNER, openPage } from '../../../../test/open-page.tsx'
import { sampleOf, serverOfSamples } from '../../../../test/sample-replies.ts'

const THREAD = { ...sampleOf(foundCalls.read).data, id: 1, closed_at: null }

const PAGES: [address: string, folds: string[]][] = [
  ['/user/pet-form?id=42', ['Health', 'Choose what a finder sees', 'What a finder sees']],
  ['/user/community/new', ['Health']],
  ['/user/found/1', ['More']],
]

// APP-14
test.each(PAGES)('what unfolds at %s has the same arrow', async (address, folds) => {
  await page.viewport(360, 740)
  onTestFinished(() => page.viewport(1280, 800))
  const carer = { animals: [], mayRegister: true, isEmailConfirmed: true, wards: [] }
  const server = serverOfSamples()
    .on(petCalls.read, MOTI)
    .on(careCalls.list, [])
    .on(communityCalls.listOwn, succeed(carer))
    .on(foundCalls.read, succeed(THREAD))
  await openPage(address, { as: OWNER, server })
  await expectArrows(folds)
})

// APP-14
test('what unfolds in the complaint form has the same arrow', async () => {
  await page.viewport(360, 740)
  onTestFinished(() => page.viewport(1280, 800))
  await openPage('/complaint', { server: filingServer() })
  await expectArrows(['How it works', 'More details, or hide your name'])
})

async function expectArrows(folds: string[]): Promise<void> {
  for (const fold of folds) {
    const words = page.getByText(fold, { exact: true })
    await expect.element(words).toBeVisible()
    const summary = words.element().closest('summary')
    if (!summary) throw new Error(`${fold} does not unfold anything`)
    const { maskImage, width } = getComputedStyle(summary, '::before')
    expect([maskImage, width], fold).toEqual([expect.stringContaining('icon-choose.svg'), '16px'])
    expect(getComputedStyle(summary).display, fold).not.toBe('list-item')
  }
}
