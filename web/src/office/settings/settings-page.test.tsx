import { dashboardCalls } from '@petsetu/contract/office/dashboard.ts'
import { foundationCalls, type SavedSettings } from '@petsetu/contract/office/foundation.ts'
import type { Approval, FoundationSettings } from '@petsetu/contract/office/foundation-form.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import type { LegalDocument } from '@petsetu/contract/site/public-pages.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { FakeServer, rejected } from '../../../test/fake-server.ts'
import { keptTexts } from '../../../test/kept-texts.ts'
import { ADMIN, closePage, openPage } from '../../../test/open-page.tsx'
import { pageText } from '../../platform/languages/page-text.ts'

const FORM: Omit<FoundationSettings, 'earlierApprovals'> = {
  foundationName: 'Daya Animal Care',
  marketingUrl: 'https://daya.example',
  legalName: 'Daya Trust',
  legalAddress: '1 Long Lane, Nagpur 440001',
  contactEmail: 'help@daya.example',
  helplinePhone: '+91 712 555 0199',
  registrationNumber: 'F-77/2011',
  foundationPan: 'ABCTD1234E',
  grievanceOfficerName: 'Ravi Deshmukh',
  grievanceOfficerEmail: 'ravi@daya.example',
  grievanceOfficerTitle: 'Secretary',
  grievanceOfficerPhone: '+91 712 555 0177',
  mailSignature: 'With thanks from all of us at Daya',
  complaintDueDays: { cruelty: 1, other: 9 },
  emergencyNumbers: [{ label: 'Daya ambulance', phone: '1962' }],
  donationLink: 'https://give.daya.example/now',
  feeTexts: { en: '', hi: '', mr: '' },
  amountTexts: { en: {}, hi: {}, mr: {} },
  stories: { en: '', hi: '', mr: '' },
  bookYears: 8,
  holdYears: 3,
  grievanceDataDays: 30,
  grievanceOtherDays: 30,
  breachTeamEmail: '',
  breachBoardEmail: '',
  takesForeignMoney: false,
  donationSection: '133',
  approvalNumber: 'AAATK0000AF20261',
  approvalDay: '2026-04-01',
  approvedFrom: '2026-04-01',
  approvedUntil: '2031-03-31',
  deductibleCashMax: 2000,
  deductibleNeedsPan: true,
  cashDayMax: 199_999,
}
const SETTINGS: FoundationSettings = { ...FORM, earlierApprovals: [] }
const NEVER = { changed_by: null, changed_at: null }
const PREVIEW: LegalDocument = {
  name: 'privacy',
  title: 'How Daya keeps your data',
  description: '',
  intro: [],
  sections: [],
}

/** Stores settings as the server does; `others` save by `saveAs`. */
class Foundation {
  stored: SavedSettings = { settings: SETTINGS, version: 1, ...NEVER, logo: null, storyPhoto: null }
  readonly server = new FakeServer()
    .on(foundationCalls.read, () => succeed(this.stored))
    .on(foundationCalls.update, ({ body: { version, ...settings } }) => {
      if (version !== this.stored.version) {
        return rejected(409, 'changed_meanwhile', 'Somebody changed the settings meanwhile.', { current: this.stored })
      }
      this.saveAs('admin', settings)
      return succeed(this.stored)
    })
    .on(foundationCalls.readText, succeed({ markdown: '', version: 1, ...NEVER }))
    .on(foundationCalls.previewText, succeed({ document: PREVIEW }))
    .on(foundationCalls.updateText, ({ body: { markdown } }) => succeed({ markdown, version: 2, ...NEVER }))

  saveAs(name: string, change: Partial<FoundationSettings>): void {
    const { settings, version, logo, storyPhoto } = this.stored
    const changed_at = '2026-01-05T08:00:00.000Z'
    const pictures = { logo, storyPhoto }
    this.stored = {
      settings: { ...settings, ...change },
      version: version + 1,
      changed_by: name,
      changed_at,
      ...pictures,
    }
  }
}

const part = (name: string) => page.getByRole('region', { name })
const save = (name: string) => part(name).getByRole('button', { name: 'Save' }).click()
const saved = (name: string) => part(name).getByText('Saved. It shows on all pages now.')
const line = part('Emails').getByRole('textbox', { name: 'Last line of emails' })
const calls = part('Helpline and emergency numbers')
const pages = part('Legal pages')

async function openSettings(foundation = new Foundation()): Promise<Foundation> {
  await openPage('/admin/settings', { as: ADMIN, server: foundation.server })
  await expect.element(line).toBeVisible()
  return foundation
}

// TRU-7
test('an admin chooses whether money from abroad is taken', async () => {
  const { server } = await openSettings()
  const choice = part('Money from abroad').getByLabelText('Payments from abroad')
  await expect.element(choice).toHaveValue('no')
  await choice.selectOptions('Taken')
  await save('Money from abroad')
  await expect.element(saved('Money from abroad')).toBeVisible()
  expect(server.requests(foundationCalls.update)).toMatchObject([{ body: { takesForeignMoney: true } }])
})

// JRN-7
test('the menu asks anew what waits in the settings once they were saved', async () => {
  const foundation = new Foundation()
  foundation.server.on(dashboardCalls.waiting, () => succeed({ settings: foundation.stored.version === 1 ? 1 : 0 }))
  await openSettings(foundation)
  const entry = page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Settings' })
  await expect.element(entry).toHaveAccessibleDescription('1 waiting')
  await part('Money from abroad').getByLabelText('Payments from abroad').selectOptions('Taken')
  await save('Money from abroad')
  await expect.element(entry).not.toHaveAccessibleDescription('1 waiting')
})

// DSK-8
test('an admin changes one part of the settings after another', async () => {
  const { server } = await openSettings()
  await part('Foundation').getByLabelText('Name of the foundation').fill('Maitri Animal Care')
  await save('Foundation')
  await expect.element(saved('Foundation')).toBeVisible()
  await expect.element(page.getByRole('banner')).toMatchTextContent('Maitri Animal Care')
  await part('Filing fee').getByLabelText('English').fill('Pay {amount} or more for the vet.')
  await save('Filing fee')
  await expect.element(saved('Filing fee')).toBeVisible()
  expect(
    server.requests(foundationCalls.update).map(({ body: { version, ...settings } }) => ({ version, settings })),
  ).toEqual([
    { version: 1, settings: { ...FORM, foundationName: 'Maitri Animal Care' } },
    {
      version: 2,
      settings: {
        ...FORM,
        foundationName: 'Maitri Animal Care',
        feeTexts: { en: 'Pay {amount} or more for the vet.', hi: '', mr: '' },
      },
    },
  ])
})

// DSK-8
test('a wrong legal name and PAN are told at their fields, and stay there', async () => {
  const { server } = await openSettings()
  const legal = part('Legal identity')
  await legal.getByLabelText(/^Legal name/).fill('')
  await legal.getByLabelText('PAN').fill('ABC')
  await save('Legal identity')
  await expect.element(legal.getByText('Legal name is required')).toBeVisible()
  await expect
    .element(legal.getByText('A PAN has five letters, four digits and a letter, like ABCPE1234F'))
    .toBeVisible()
  await expect.element(legal.getByLabelText(/^Legal name/)).toHaveFocus()
  await expect.element(legal.getByLabelText('PAN')).toHaveValue('ABC')
  expect(server.requests(foundationCalls.update)).toEqual([])
})

// TRU-8
test('the approval for deductions and the limits of cash are settings', async () => {
  const { server } = await openSettings()
  const tax = part('Tax and cash')
  expect(tax.getByRole('list').elements()).toEqual([])
  await tax.getByLabelText('Approval number').fill('AAATK0000AF20271')
  await tax.getByLabelText('Approved until').fill('2032-03-31')
  await tax.getByLabelText('A deduction needs the donor’s PAN').selectOptions('No')
  await tax.getByLabelText(/^Largest deductible gift in cash/).fill('1000.5')
  await save('Tax and cash')
  await expect.element(tax.getByText('Amount must be a whole number from 0 to 1,00,00,000')).toBeVisible()
  await tax.getByLabelText(/^Largest deductible gift in cash/).fill('1000')
  await save('Tax and cash')
  await expect.element(saved('Tax and cash')).toBeVisible()
  const [{ body: { version: _, ...settings } = {} } = {}] = server.requests(foundationCalls.update)
  const changes = {
    approvalNumber: 'AAATK0000AF20271',
    approvedUntil: '2032-03-31',
    deductibleNeedsPan: false,
    deductibleCashMax: 1_000,
  }
  expect(settings).toEqual({ ...FORM, ...changes })
})

const EARLIER: Approval = {
  donationSection: '80G',
  approvalNumber: 'AAATK0000AF20211',
  approvalDay: '2021-05-28',
  approvedFrom: '2021-04-01',
  approvedUntil: '2026-03-31',
}

test.each([
  ['en', 'Earlier approvals', '80G, AAATK0000AF20211 of 28 May 2021: 1 April 2021 to 31 March 2026'],
  ['hi', 'पहले की मंज़ूरियाँ', '80G, AAATK0000AF20211, तारीख 28 मई 2021: 1 अप्रैल 2021 से 31 मार्च 2026 तक'],
  ['mr', 'आधीच्या मान्यता', '80G, AAATK0000AF20211, तारीख 28 मे, 2021: 1 एप्रिल, 2021 ते 31 मार्च, 2026'],
  // TRU-8, LNG-1
] as const)('in %s the approvals of earlier terms stand below the one that holds', async (language, name, line) => {
  const foundation = new Foundation()
  foundation.saveAs('ravi', { earlierApprovals: [EARLIER] })
  await openPage('/admin/settings', { as: ADMIN, server: foundation.server, language })
  const tax = part(pageText('settings.tax'))
  await expect.element(tax.getByRole('list', { name }).getByRole('listitem')).toMatchTextContent(line)
})

// TRU-8, DSK-8
test('a limit of cash is typed with a comma, or in Devanagari digits', async () => {
  const { server } = await openSettings()
  const tax = part('Tax and cash')
  await tax.getByLabelText(/^Largest deductible gift in cash/).fill('₹1,500')
  await tax.getByLabelText(/^Cash of one person on one day/).fill('१,५०,०००')
  await save('Tax and cash')
  await expect.element(saved('Tax and cash')).toBeVisible()
  expect(server.requests(foundationCalls.update)).toMatchObject([
    { body: { deductibleCashMax: 1_500, cashDayMax: 150_000 } },
  ])
})

// DSK-8, DON-1
test('an admin says in each language what a suggested amount does', async () => {
  const { server } = await openSettings()
  const amounts = part('Suggested donations')
  const english = amounts.getByLabelText('₹500, English')
  await english.fill('x'.repeat(61))
  await save('Suggested donations')
  await expect.element(amounts.getByText('Text must be at most 60 characters long')).toBeVisible()
  await english.fill('Feeds one dog for a month')
  await amounts.getByLabelText('₹5,000, मराठी').fill('मोडलेल्या पायावर उपचार')
  await save('Suggested donations')
  await expect.element(saved('Suggested donations')).toBeVisible()
  expect(server.requests(foundationCalls.update)).toMatchObject([
    { body: { amountTexts: { en: { 500: 'Feeds one dog for a month' }, mr: { 5000: 'मोडलेल्या पायावर उपचार' } } } },
  ])
  await expect.element(english).toHaveValue('Feeds one dog for a month')
})

// DSK-8
test('due days are whole numbers of at most a year', async () => {
  const { server } = await openSettings()
  const dueDays = part('Due days of complaints')
  await dueDays.getByLabelText('Cruelty').fill('400')
  await dueDays.getByLabelText('All others').fill('')
  await save('Due days of complaints')
  await expect.element(dueDays.getByText('Days must be a whole number from 0 to 365')).toBeVisible()
  expect(server.requests(foundationCalls.update)).toEqual([])
})

// DSK-8, CASE-5, LNG-1
test('the due days have a field for each type that the complaint form offers, in Hindi', async () => {
  await openPage('/admin/settings', { as: ADMIN, server: new Foundation().server, language: 'hi' })
  const dueDays = part(pageText('settings.dueDays'))
  for (const name of ['क्रूरता', 'जानवर का काटना', 'नसबंदी', 'खाना खिलाने वालों को परेशान करना'])
    await expect.element(dueDays.getByLabelText(name)).toBeVisible()
})

// DSK-8
test('an emergency number has a phone number', async () => {
  const { server } = await openSettings()
  await calls.getByLabelText('Emergency number 3: name').fill('Fire brigade')
  await save('Helpline and emergency numbers')
  await expect.element(calls.getByText('Phone number is required')).toBeVisible()
  expect(server.requests(foundationCalls.update)).toEqual([])
})

// DSK-8
test('what another admin saves in other fields stays', async () => {
  const foundation = await openSettings()
  foundation.saveAs('ravi', { helplinePhone: '1962' })
  await line.fill('With love')
  await save('Emails')
  await expect.element(saved('Emails')).toBeVisible()
  expect(foundation.stored.settings).toEqual({ ...SETTINGS, helplinePhone: '1962', mailSignature: 'With love' })
})

// DSK-8
test('a restored draft that is saved over a conflict puts back no other part', async () => {
  const foundation = await openSettings()
  await line.fill('Typed before a reload')
  await expect.poll(keptTexts).toContain('Typed before a reload')
  await closePage()
  await openSettings(foundation)
  await expect.element(line).toHaveValue('Typed before a reload')
  foundation.saveAs('ravi', { helplinePhone: '1962' })
  await save('Emails')
  await expect.element(part('Emails').getByText(/Somebody changed the settings meanwhile/)).toBeVisible()
  await save('Emails')
  await expect.element(saved('Emails')).toBeVisible()
  expect(foundation.stored.settings).toMatchObject({ helplinePhone: '1962', mailSignature: 'Typed before a reload' })
})

// DSK-8
test('if two admins change the same field, both texts are shown with who saved', async () => {
  const foundation = await openSettings()
  foundation.saveAs('ravi', { mailSignature: 'From the other admin' })
  await line.fill('Typed for a long time')
  await save('Emails')
  const mails = part('Emails')
  await expect.element(mails.getByText(/Somebody changed the settings meanwhile\. ravi saved on /)).toBeVisible()
  await expect.element(mails.getByText('Saved meanwhile: From the other admin')).toBeVisible()
  await expect.element(line).toHaveValue('Typed for a long time')
  await save('Emails')
  await expect.element(saved('Emails')).toBeVisible()
  expect(foundation.stored.settings.mailSignature).toBe('Typed for a long time')
})

// PRV-2
test('an admin looks at a preview of a legal page without publishing it', async () => {
  const { server } = await openSettings()
  await pages.getByLabelText('Text').fill('# How Daya keeps your data')
  await pages.getByRole('button', { name: 'Preview' }).click()
  await expect.element(pages.getByRole('heading', { name: 'How Daya keeps your data' })).toBeVisible()
  expect(server.requests(foundationCalls.updateText)).toEqual([])
})

// PRV-2
test('each legal page keeps what was typed for it', async () => {
  await openSettings()
  await pages.getByLabelText('Text').fill('# How Daya keeps your data')
  await pages.getByLabelText('Page').selectOptions('Terms')
  await expect.element(pages.getByLabelText('Text')).toHaveValue('')
  await pages.getByLabelText('Page').selectOptions('Privacy')
  await expect.element(pages.getByLabelText('Text')).toHaveValue('# How Daya keeps your data')
})

// PRV-2
test('a legal page without a text is again the one of the program', async () => {
  const foundation = new Foundation()
  foundation.server.on(foundationCalls.readText, succeed({ markdown: '# Ours', version: 1, ...NEVER }))
  await openSettings(foundation)
  await pages.getByLabelText('Text').fill('')
  await pages.getByRole('button', { name: 'Publish' }).click()
  await expect.element(pages.getByText('Published: the page shows PetSetu’s standard text again.')).toBeVisible()
  expect(foundation.server.requests(foundationCalls.updateText)[0]?.body).toEqual({ markdown: '', version: 1 })
})

// DSK-8
test('a part of the settings can be saved once something in it has changed', async () => {
  await openSettings()
  expect(page.getByRole('button', { name: 'Save', exact: true }).elements()).toEqual([])
  await line.fill('With thanks')
  await expect.element(part('Emails').getByRole('button', { name: 'Save' })).toBeVisible()
  expect(page.getByRole('button', { name: 'Save', exact: true }).elements()).toHaveLength(1)
  part('Emails').getByRole('button', { name: 'Save' }).element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(saved('Emails')).toBeVisible()
  await expect.element(part('Emails').getByRole('button', { name: 'Save' })).not.toBeInTheDocument()
  await expect.poll(() => document.activeElement?.textContent).toBe('Emails')
})

// DSK-8
test('the list beside the settings marks the part that is read', async () => {
  await page.viewport(1280, 800)
  await openSettings()
  const list = page.getByRole('navigation', { name: 'On this page' })
  await expect.element(list.getByRole('link').first()).toHaveAttribute('aria-current', 'location')
  await list.getByRole('link', { name: 'Tax and cash' }).click()
  await expect.element(list.getByRole('link', { name: 'Tax and cash' })).toHaveAttribute('aria-current', 'location')
  expect(list.element().querySelectorAll('[aria-current]')).toHaveLength(1)
  await list.getByRole('link', { name: 'Legal pages' }).click()
  await expect.element(list.getByRole('link', { name: 'Legal pages' })).toHaveAttribute('aria-current', 'location')
})

// DSK-8
test('beside the settings a list leads to each part', async () => {
  await page.viewport(1280, 800)
  await openSettings()
  const list = page.getByRole('navigation', { name: 'On this page' })
  await expect.element(list.getByRole('link', { name: 'Legal pages' })).toBeVisible()
  const parts = [...document.querySelectorAll('main section > h2')].map((heading) => `#${heading.id}`)
  const links = [...list.element().querySelectorAll('a')].map((link) => link.hash)
  expect(links).toEqual(parts)
  await list.getByRole('link', { name: 'Legal pages' }).click()
  await expect.element(pages.getByRole('heading', { name: 'Legal pages' })).toBeInViewport()
})
