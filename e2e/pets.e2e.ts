import { addPet, expect, PET, signUp, test } from './helpers/fixtures.ts'
import { readQr } from './helpers/read-qr.ts'

// PET-13, PET-14, TAG-3
test('the public page shows every field, the contact first, and its own code', async ({ page, site }) => {
  const owner = await signUp(site)
  const care = {
    ownerName: 'Meera',
    doctorName: 'Dr. Rao',
    treatmentDetail: 'Skin cream',
    treatmentDate: '2026-01-02',
    vaccinationDetail: 'Anti-rabies',
    vaccinationDate: '2026-02-03',
    sterilizationDetail: 'Camp',
    sterilizationDate: '2025-03-04',
    dewormingDetail: 'Tablet',
    dewormingDate: '2026-05-06',
  }
  const pet = await addPet(site, owner.token, care)
  await page.goto(`/pet-detail/${pet.petId}`)
  const { petGender: _, contactDetails, ...words } = PET
  const details = Object.entries(care).flatMap(([field, text]) => (field.endsWith('Date') ? [] : [text]))
  const days = ['2 January 2026', '3 February 2026', '4 March 2025', '6 May 2026']
  for (const text of [...Object.values(words), contactDetails, ...details, ...days]) {
    await expect(page.getByText(text).first()).toBeVisible()
  }
  const call = await page.getByRole('link', { name: /call the owner/i }).boundingBox()
  const address = await page.getByText(PET.address).boundingBox()
  expect(call?.y).toBeLessThan(address?.y ?? 0)
  await page.locator('canvas').scrollIntoViewIfNeeded()
  await expect.poll(() => readQr(page.locator('canvas'))).toBe(`${site.url}/pet-detail/${pet.petId}`)
})
