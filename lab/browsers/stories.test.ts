import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFailed, test } from 'vitest'
import { PET } from '../../e2e/helpers/example-pet.ts'
import { ADMIN, type Site, startProgram } from '../../e2e/helpers/start-program.ts'
import type { Browser } from './driver.ts'
import { startPuppeteer } from './puppeteer-browser.ts'
import { type Tab, tabOf } from './tab.ts'
import { startWebKit } from './webkit-browser.ts'

const { CHROMIUM_PATH = '', FIREFOX_PATH = '', MINI_BROWSER_PATH = '' } = process.env

const BROWSERS = [
  ['Chromium', () => startPuppeteer('chrome', CHROMIUM_PATH)],
  ['Firefox', () => startPuppeteer('firefox', FIREFOX_PATH)],
  ['WebKit', () => startWebKit(MINI_BROWSER_PATH)],
] as const

const PICTURES = path.join(import.meta.dirname, '../../test-results/browsers')

const PASSWORD = 'marigold-7'

const program = await startProgram(false)
const { site } = program
afterAll(() => program.stop())

let count = 0

/** A new account. */
async function signUp(): Promise<{ username: string; token: string }> {
  const username = `owner-${++count}`
  await site.call('POST', '/auth/signup', { username, email: `${username}@example.org`, password: PASSWORD })
  return { username, token: await tokenOf(site, username, PASSWORD) }
}

async function tokenOf({ call }: Site, username: string, password: string): Promise<string> {
  return (await call<{ accessToken: string }>('POST', '/auth/signin', { username, password })).accessToken
}

async function logIn(tab: Tab, username: string, password: string): Promise<void> {
  await tab.open('/login')
  await tab.type('Username', username)
  await tab.type('Password', password)
  await tab.press('Login')
}

async function fillComplaint(tab: Tab, name: string): Promise<void> {
  await tab.open('/complaint')
  await tab.type('Full Name', name)
  await tab.type('Email', 'asha@example.org')
  await tab.type('Phone', '+91 55500 12345')
  await tab.check('Cruelty')
  await tab.type('Location of Incident', 'Kothrud, Pune')
  await tab.set('Date of Incident', '2026-01-31')
  await tab.type('Description', 'A dog is chained in the sun without water.')
}

async function keepPicture(name: string, tab: Tab): Promise<void> {
  await mkdir(PICTURES, { recursive: true })
  await writeFile(path.join(PICTURES, `${name}.png`), await tab.picture())
}

describe.each(BROWSERS)('%s', (name, start) => {
  let browser: Browser
  beforeAll(async () => {
    browser = await start()
    process.stdout.write(`${name}: ${browser.version}\n`)
  })
  afterAll(() => browser.close())
  afterEach(() => expect(browser.errors).toEqual([]))

  /** A window; what it showed when a test failed is kept as a picture. */
  async function aTab(): Promise<Tab> {
    const tab = tabOf(await browser.newDriver(), site.url)
    onTestFailed(async ({ task }) => {
      await keepPicture(`${name} ${task.name} ${++count}`, tab)
    })
    return tab
  }

  // WEB-1
  test('a finder scans a tag, sees how to call the owner, and writes', async () => {
    const { token } = await signUp()
    const { petId } = await site.call<{ petId: string }>('POST', '/pets', PET, token)
    const tab = await aTab()
    await tab.open(`/pet-detail/${petId}`)
    await tab.see('Moti')
    expect(await tab.hrefOf('Call the owner')).toBe('tel:+919876543210')
    await tab.follow('I have this pet')
    await tab.see('I have Moti')
    await tab.type('Message', 'Moti is at the temple')
    await tab.press('Send to the owner')
    await tab.see('Conversation about Moti')
    await tab.see('Moti is at the temple')
  })

  // WEB-1
  test('a complaint is filed and its fee is paid', async () => {
    const tab = await aTab()
    await fillComplaint(tab, `Asha Rao by ${name}`)
    await tab.press('Submit and Pay')
    await tab.chooseInCheckout('Pay successfully')
    await tab.see('Payment successful! Your complaint has been filed.')
  })

  // WEB-1
  test('a member registers, pays and finds the membership', async () => {
    const plan = { name: `Friend by ${name}`, category: 'regular', duration_months: 12, price: 500 }
    const texts = { description: 'For everybody who wants to help.', features: 'A newsletter' }
    const token = await tokenOf(site, ADMIN.username, ADMIN.password)
    await site.call('POST', '/api/admin/memberships/plans', { ...plan, ...texts }, token)
    const { username } = await signUp()
    const tab = await aTab()
    await logIn(tab, username, PASSWORD)
    await tab.arriveAt('/user')
    await tab.open('/regular-membership')
    await tab.type('Phone', '+91 55500 54321')
    await tab.choose('Choose Membership Plan', plan.name)
    await tab.type('Address', '8 Tank Street, Chennai')
    await tab.type('Why do you want to join?', 'I want to help.')
    await tab.press('Complete Registration')
    await tab.chooseInCheckout('Pay successfully')
    await tab.see('Payment successful! Your membership is now active.')
    await tab.arriveAt('/user')
    await tab.open('/user/membership')
    await tab.see(plan.name)
  })

  // WEB-1
  test('a wrong password is told, the right one signs in, and logging out leads back', async () => {
    const { username } = await signUp()
    const tab = await aTab()
    await logIn(tab, username, 'not-the-password')
    await tab.see('Invalid username or password.')
    await logIn(tab, username, PASSWORD)
    await tab.see('My Pets')
    await tab.press('Logout')
    await tab.arriveAt('/login')
    await tab.open('/user')
    await tab.arriveAt('/login')
  })

  // WEB-1
  test('an admin finds a case in the list, opens it and changes its priority', async () => {
    const complainant = `Vimla Joshi by ${name}`
    const filing = await aTab()
    await fillComplaint(filing, complainant)
    await filing.press('Submit and Pay')
    await filing.chooseInCheckout('Pay successfully')
    await filing.see('Payment successful! Your complaint has been filed.')

    const tab = await aTab()
    await logIn(tab, ADMIN.username, ADMIN.password)
    await tab.arriveAt('/admin')
    await tab.open('/admin/complaints')
    await tab.type('Search complaints', complainant)
    // The complaint of the second story.
    await tab.seeNo('Asha Rao')
    await tab.see(complainant)
    await tab.follow('View complaint')
    await tab.see('A dog is chained in the sun without water.')
    await tab.choose('Priority', 'High')
    await tab.press('Save changes')
    await tab.see('The case has been saved.')
    await tab.see('Normal → High')
  })
  test.each([
    ['home', '/', 'One scan brings'],
    ['pet', '/pet-detail/ABCDEFGHJKLM', 'Karuna'],
    ['complaint', '/complaint', 'Submit a Complaint'],
    ['membership', '/regular-membership', 'Complete Registration'],
    ['donate', '/donate', 'Donate'],
    ['login', '/login', 'Username'],
  ])(
    // WEB-1
    'the page %s shows its images and fits its window; a picture of it is kept',
    async (page, address, words) => {
      const tab = await aTab()
      await tab.open(address)
      await tab.see(words)
      await tab.seeImages()
      expect(await tab.overflow()).toBe(0)
      await keepPicture(`${name} ${page}`, tab)
    },
  )
})
