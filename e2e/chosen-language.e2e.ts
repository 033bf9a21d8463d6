import { allTextsIn } from '@petsetu/languages/all-texts.ts'
import { languages } from '@petsetu/languages/languages.ts'
import { addPet, expect, openAs, signUp, test } from './helpers/fixtures.ts'

const hindi = allTextsIn('hi')
const marathi = allTextsIn('mr')

// LNG-2
test('a visitor changes the language and the page keeps it', { tag: '@journey' }, async ({ browser, site }) => {
  const { petId } = await addPet(site, (await signUp(site)).token)
  const context = await browser.newContext({ baseURL: site.url, locale: 'mr-IN' })
  const page = await context.newPage()
  const html = page.locator('html')
  await page.goto('/login?next=%2Fuser')
  await expect(html).toHaveAttribute('lang', 'mr')
  await page.getByRole('link', { name: languages.hi.name }).click()
  await expect(html).toHaveAttribute('lang', 'hi')
  expect(new URL(page.url()).searchParams.get('next')).toBe('/user')

  await page.goto(`/pet-detail/${petId}`)
  await expect(page.getByRole('link', { name: 'मालिक को फ़ोन करें' })).toBeVisible()
  await page.reload()
  await expect(html).toHaveAttribute('lang', 'hi')
  await page.getByRole('link', { name: languages.en.name }).click()
  await expect(page.getByRole('link', { name: 'Call the owner' })).toBeVisible()
  await context.close()
})

// LNG-2, LNG-4
test('pages come in the language of the account, in a new browser, too', async ({ page, browser, site }) => {
  const owner = await signUp(site)
  await test.step('the account page comes in the language that is saved there', async () => {
    await openAs(page, site, owner, '/account?lang=en#language')
    await page.getByRole('radio', { name: 'हिन्दी' }).check()
    await page.getByRole('button', { name: 'Save language' }).click()
    await expect(page.getByRole('heading', { level: 1, name: hindi('titles.account') })).toBeVisible()
    await expect(page.locator('#language')).toContainText('हिन्दी')
    await expect(page).toHaveURL('/account')
    await expect(page).toHaveTitle(`${hindi('titles.account')} · PetSetu`)
    await page.getByRole('link', { name: hindi('menu.dashboard') }).click()
    await expect(page.getByRole('heading', { level: 1, name: hindi('titles.myPets') })).toBeVisible()
  })

  for (const [address, arrivedAt, title] of [
    ['/login', '/user', 'titles.myPets'],
    ['/user/pet-form', '/user/pet-form', 'titles.petForm'],
  ] as const)
    await test.step(`in a new browser, the login on ${address} leads to a page in it`, async () => {
      const another = await browser.newContext({ baseURL: site.url })
      const elsewhere = await another.newPage()
      await elsewhere.goto(address)
      // A button that only the script shows.
      await expect(elsewhere.getByRole('button', { name: 'Show what is typed' })).toBeVisible()
      await elsewhere.getByLabel('Username').fill(owner.username)
      await elsewhere.getByLabel(/^Password/).fill(owner.password)
      await elsewhere.getByRole('button', { name: 'Login' }).click()
      await expect(elsewhere.getByRole('heading', { level: 1, name: hindi(title) })).toBeVisible()
      await expect(elsewhere).toHaveURL(arrivedAt)
      await expect(elsewhere.locator('html')).toHaveAttribute('lang', 'hi')
      await another.close()
    })
})

// LNG-2
test('the switch in the footer of signed-in pages keeps what the address says', async ({ page, site }) => {
  await openAs(page, site, await signUp(site), '/user/pet-form?tag=ABCD-EFGH-JKLM')
  await page.getByRole('contentinfo').getByRole('link', { name: 'मराठी' }).click()
  await expect(page).toHaveURL('/user/pet-form?tag=ABCD-EFGH-JKLM&lang=mr')
  await expect(page.getByRole('heading', { level: 1, name: marathi('titles.petForm') })).toBeVisible()
  await expect(page.getByText('ABCD-EFGH-JKLM')).toBeVisible()
})
