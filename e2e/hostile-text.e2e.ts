import type { Page } from '@playwright/test'
import { fileComplaint } from './complaints.ts'
import { ADMIN, addPet, expect, logIn, type Site, test, tokenOf } from './fixtures.ts'
import { aPlan } from './pay-forms.ts'

test.use({ ownProgram: 'hostile-text' })

/** Text that would become an element, an attribute or a script URL if it were not escaped. */
const HOSTILE = [
  '<img src=x data-hostile onerror=alert(1)>',
  '<script data-hostile>alert(1)</script>',
  '<svg data-hostile onload=alert(1)>',
  '"><b data-hostile onclick=alert(1)>',
  "'><i data-hostile autofocus onfocus=alert(1)>",
  '</title><b data-hostile>',
  '</textarea><b data-hostile>',
  '--></style></script><b data-hostile>',
  '<iframe data-hostile srcdoc="<b>">',
  '&lt;b data-hostile&gt;',
  '\\u003cb data-hostile\\u003e',
  'javascript:alert(1)',
  '<a data-hostile href=javascript:alert(1)>x',
  '{{constructor.constructor("alert(1)")()}}',
  '<b data-hostile>',
]

const SHORTEST = HOSTILE.at(-1) ?? ''
const fitting = (text: string, max: number) => (text.length <= max ? text : SHORTEST)

const petOf = (text: string) => ({
  petName: text,
  ownerName: text,
  petType: fitting(text, 60),
  petAge: fitting(text, 40),
  treatmentDetail: text,
  vaccinationDetail: text,
  sterilizationDetail: text,
  dewormingDetail: text,
  doctorName: text,
  location: text,
  address: text,
  contactDetails: text,
})

const planOf = (text: string) => ({
  name: text,
  category: 'regular',
  duration_months: 1,
  price: 0,
  description: `${text} and more`,
  features: text,
})

const complaintOf = (text: string) => ({
  fullname: text,
  phone: fitting(text, 30),
  type_of_complaint: text,
  location_of_incident: text,
  description: `${text} and more`,
})

/** Stores each text in every field that users can fill; returns the addresses of the pages that show it. */
async function writeEverywhere(
  site: Site,
  owner: { token: string },
): Promise<{ texts: Map<string, string>; forms: string[] }> {
  const texts = new Map<string, string>()
  const forms: string[] = []
  for (const text of HOSTILE) {
    const pet = await addPet(site, owner.token, petOf(text))
    texts.set(`/pet-detail/${pet.petId}`, text)
    texts.set(`/admin/complaints/${await fileComplaint(site, complaintOf(text))}`, text)
    const plan = await aPlan(site, planOf(text))
    const member = {
      plan_id: plan.id,
      name: text,
      email: 'a@example.org',
      phone: fitting(text, 30),
      address: text,
      why_join: text,
    }
    await site.call('POST', '/api/memberships/register', member, owner.token)
    forms.push(`/user/pet-form?id=${pet.id}`)
  }
  return { texts, forms }
}

/** No stored text became part of the page's markup, and every link has an allowed address. */
async function expectHarmless(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  expect(await page.locator('[data-hostile]').count(), address).toBe(0)
  const links = await page
    .locator('[href], [src], [action]')
    .evaluateAll((all) =>
      all.flatMap((element) => ['href', 'src', 'action'].map((name) => element.getAttribute(name) ?? '')),
    )
  expect(
    links.filter((link) => /^\s*(javascript|vbscript|data:text)/i.test(link)),
    address,
  ).toEqual([])
}

// Also shows API-3, V1.2.1, V1.2.2, V3.2.2.
test('PET-15 markup that people write in any field is shown as text on every page and runs no script', async ({
  page,
  site,
}) => {
  test.setTimeout(600_000)
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    return dialog.dismiss()
  })
  const owner = { username: SHORTEST, password: 'marigold-7', email: 'hostile@example.org' }
  await site.call('POST', '/auth/signup', owner)
  const { texts, forms } = await writeEverywhere(site, { token: await tokenOf(site, owner) })
  const [details, complaints] = ['/pet-detail/', '/admin/'].map((start) =>
    [...texts].filter(([address]) => address.startsWith(start)),
  )

  for (const [address, text] of details ?? []) {
    await expectHarmless(page, address)
    expect(await page.locator('main').textContent(), address).toContain(text)
  }
  await expectHarmless(page, '/regular-membership')
  await logIn(page, owner)
  for (const address of ['/user', '/user/membership', '/account', '/', ...forms]) await expectHarmless(page, address)

  await page.evaluate(() => localStorage.clear())
  await logIn(page, ADMIN)
  for (const [address, text] of complaints ?? []) {
    await expectHarmless(page, address)
    expect(await page.locator('main').textContent(), address).toContain(text)
  }
  const lists = [
    '/admin',
    '/admin/pets',
    '/admin/users',
    '/generate-qr',
    '/admin/complaints',
    '/admin/memberships/plans',
  ]
  const reports = [
    '/admin/memberships/reports/membership',
    '/admin/memberships/reports/payment',
    '/admin/memberships/plans/edit/1',
  ]
  for (const address of [...lists, ...reports]) await expectHarmless(page, address)
  expect(dialogs).toEqual([])
})
