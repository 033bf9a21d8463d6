import { caseCalls } from '@petsetu/contract/complaints/cases.ts'
import { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { linkCalls } from '@petsetu/contract/payments/links.ts'
import { accountCalls } from '@petsetu/contract/people/account.ts'
import type { SessionUser } from '@petsetu/contract/people/auth.ts'
import { careCalls } from '@petsetu/contract/pets/care.ts'
import { petCalls } from '@petsetu/contract/pets/pets.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import { planCalls } from '@petsetu/contract/supporters/plans.ts'
import { expect, test, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { OWN_ACCOUNT, serverOfAccount } from '../../test/account-server.ts'
import { caseServer } from '../../test/case-server.ts'
import { COMPLAINT, MOTI } from '../../test/examples.ts'
import { FakeServer, listed, rejected } from '../../test/fake-server.ts'
import { filingServer, fillComplaint, submitButton } from '../../test/filing.ts'
import { ADMIN, OWNER, openPage } from '../../test/open-page.tsx'
import { sampleOf, serverOfSamples } from '../../test/sample-replies.ts'

const FAILED = 'The server is busy. Please try again.'
const failed = rejected(500, 'unexpected', FAILED)
const CASE = `/admin/complaints/${COMPLAINT.id}`

const button = (name: string | RegExp) => page.getByRole('main').getByRole('button', { name }).first()
const dialog = page.getByRole('dialog')

/** Presses a button by the keyboard. */
async function press(pressed: Locator): Promise<void> {
  await expect.element(pressed).toBeVisible()
  pressed.element().focus()
  await userEvent.keyboard('{Enter}')
}

async function confirmed(): Promise<void> {
  await dialog.getByRole('button', { name: /^Delete/ }).click()
}

async function fillPet(): Promise<void> {
  for (const [label, text] of [
    ['Pet name', 'Rani'],
    ['Pet type', 'Dog'],
    ['Pet age', '2 years'],
    ['Location', 'Kothrud'],
    ['Address', 'Kothrud, Pune'],
    ['Contact details', '+91 55500 12345'],
  ] as const)
    await page.getByLabelText(label).fill(text)
}

async function fillCareRecord(): Promise<void> {
  await button('Add a record').click()
  await page.getByLabelText('Kind').selectOptions('Deworming')
  await page.getByLabelText('Date given').fill('2026-03-05')
}

const pets = () =>
  new FakeServer()
    .on(petCalls.listOwn, listed([MOTI], 1))
    .on(careCalls.listDue, [])
    .on(petCalls.delete, failed)

const account = () => serverOfAccount().on(accountCalls.setPhone, failed)

const careOf = () =>
  serverOfSamples().on(petCalls.read, MOTI).on(careCalls.create, failed).on(careCalls.calendar, failed)

const PLANS = { ...sampleOf(planCalls.listAll), data: sampleOf(planCalls.listAll).data.slice(0, 1) }

type Work = [
  name: string,
  as: SessionUser | undefined,
  address: string,
  server: () => FakeServer,
  pressed: Locator,
  /** Said once the work has ended. */
  said: Locator,
  before?: (() => Promise<void>) | undefined,
  after?: () => Promise<void>,
]

const WORK: Work[] = [
  [
    'a complaint',
    undefined,
    '/complaint',
    () => filingServer().on(complaintCalls.submit, failed),
    submitButton,
    page.getByText(FAILED),
    fillComplaint,
  ],
  [
    'a new pet',
    OWNER,
    '/user/pet-form',
    () => pets().on(petCalls.create, failed),
    button('Add Pet'),
    page.getByText(FAILED),
    fillPet,
  ],
  [
    'a pet to delete',
    OWNER,
    '/user',
    pets,
    button(/^Delete/),
    page.getByText(/^Failed to delete pet/),
    undefined,
    confirmed,
  ],
  [
    'a care record',
    OWNER,
    `/user/care/${MOTI.petId}`,
    careOf,
    page.getByRole('button', { name: 'Save' }),
    page.getByText(FAILED),
    fillCareRecord,
  ],
  [
    'a calendar to download',
    OWNER,
    `/user/care/${MOTI.petId}`,
    careOf,
    button('Download calendar file'),
    page.getByText(FAILED),
  ],
  ['a phone number', OWNER, '/account#phone', account, button('Save phone number'), page.getByText(FAILED)],
  [
    'a phone number that is saved',
    OWNER,
    '/account#phone',
    () => account().on(accountCalls.setPhone, succeed(OWN_ACCOUNT)),
    button('Save phone number'),
    page.getByText('Your phone number is saved.'),
  ],
  [
    'a note to a complainant',
    ADMIN,
    CASE,
    () => caseServer().on(caseCalls.addNote, failed),
    button('Send to the complainant'),
    page.getByText(FAILED),
    () => page.getByLabelText('The complainant sees this').fill('We were there today.'),
  ],
  [
    'a pay link',
    ADMIN,
    CASE,
    () => caseServer().on(linkCalls.makeForComplaint, failed),
    button('Make a pay link'),
    page.getByText(FAILED),
  ],
  [
    'a plan to delete',
    ADMIN,
    '/admin/memberships/plans',
    () => new FakeServer().on(planCalls.listAll, PLANS).on(planCalls.delete, rejected(409, 'plan_in_use', FAILED)),
    button(/^Delete/),
    page.getByText(/^Failed to delete plan/),
    undefined,
    confirmed,
  ],
]

// APP-14
test.each(WORK)(
  'a pressed button has the focus again after its work: %s',
  async (_, as, address, server, pressed, said, before, after) => {
    await openPage(address, { ...(as && { as }), server: server() })
    await before?.()
    await press(pressed)
    await after?.()
    await expect.element(said.first()).toBeVisible()
    await expect.element(pressed).toHaveFocus()
  },
)

// APP-14
test('going back to the page that was opened first focuses its title', async () => {
  const { replaceState } = history
  // As a browser opens an address: its entry has no key yet.
  vi.spyOn(history, 'replaceState').mockImplementationOnce((_, unused, url) =>
    replaceState.call(history, null, unused, url),
  )
  await openPage('/admin', { as: ADMIN, server: serverOfSamples() })
  const title = page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })
  await expect.element(title).toBeVisible()
  await expect.element(title).not.toHaveFocus()
  await page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Users' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'User List' })).toHaveFocus()
  history.back()
  await expect.element(title).toHaveFocus()
})
