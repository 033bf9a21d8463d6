import { accountCalls } from '@petsetu/contract/people/account.ts'
import { petCalls } from '@petsetu/contract/pets/pets.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { type Account, OWN_ACCOUNT, serverOfAccount } from '../../../test/account-server.ts'
import { rejected } from '../../../test/fake-server.ts'
import { OWNER, openPage } from '../../../test/open-page.tsx'

const NEW_EMAIL = 'new-owner@example.org'
const ACCOUNT = { ...OWN_ACCOUNT, email_confirmed: false }

const email = page.getByRole('region', { name: 'Email' })
const banner = page.getByText(/^Please confirm your email address/)
const serverWith = (account: Partial<Account> = {}) => serverOfAccount({ ...ACCOUNT, ...account })

async function changeEmail(password: string) {
  await email.getByLabelText(/^New email address/).fill(NEW_EMAIL)
  await email.getByLabelText(/^Your password/).fill(password)
  await email.getByRole('button', { name: 'Change email' }).click()
}

// ACC-3
test('a banner asks to confirm the e-mail address, and names it', async () => {
  await openPage('/user', { as: OWNER, server: serverWith() })
  await expect.element(banner).toMatchTextContent(OWNER.email)
})

/** Opens the own pets while the account is asked for, and lists where their title stands from then on. */
async function openWithLateAccount() {
  const { promise, resolve: answer } = Promise.withResolvers<void>()
  const server = serverWith().on(accountCalls.read, async () => {
    await promise
    return succeed(ACCOUNT)
  })
  await openPage('/user', { as: OWNER, server })
  const title = page.getByRole('heading', { level: 1, name: 'My Pets' })
  const tops = new Set<number>()
  const look = () => {
    const shown = title.query()
    if (shown) tops.add(shown.getBoundingClientRect().top)
  }
  const looking = setInterval(look)
  onTestFinished(() => clearInterval(looking))
  await expect.poll(() => server.requests(petCalls.listOwn)).toHaveLength(1)
  await expect.poll(() => server.requests(accountCalls.read)).toHaveLength(1)
  return { answer, title, tops }
}

const aFewFrames = async () => {
  for (let frame = 0; frame < 10; frame++) await new Promise(requestAnimationFrame)
}

// ACC-3, APP-13
test('the banner comes with the page, which waits a moment for the account', async () => {
  const { answer, title, tops } = await openWithLateAccount()
  await aFewFrames()
  answer()
  await expect.element(banner).toBeVisible()
  await expect.element(title).toBeVisible()
  await aFewFrames()
  expect([...tops]).toHaveLength(1)
})

// ACC-3, APP-13
test('a banner that would come after its page comes with the next one', async () => {
  const { answer, title, tops } = await openWithLateAccount()
  await expect.element(title).toBeVisible()
  answer()
  await aFewFrames()
  expect([...tops]).toHaveLength(1)
  await expect.element(banner).not.toBeInTheDocument()
  await page.getByRole('link', { name: 'Membership', exact: true }).first().click()
  await expect.element(banner).toBeVisible()
})

// ACC-3
test('a confirmed address is called so, and the banner is gone', async () => {
  await openPage('/account#email', { as: OWNER, server: serverWith({ email_confirmed: true }) })
  await expect.element(page.getByText(`${OWNER.email} (confirmed)`)).toBeVisible()
  await expect.element(banner).not.toBeInTheDocument()
})

// ACC-3
test('the banner sends the link again', async () => {
  const server = await openPage('/user', { as: OWNER, server: serverWith() })
  await page.getByRole('button', { name: 'Send it again' }).click()
  await expect.element(page.getByText(`We have sent a new link to ${OWNER.email}.`)).toBeVisible()
  expect(server.requests(accountCalls.sendConfirmation)).toHaveLength(1)
})

// ACC-3
test('an address confirmed on another device gets no link, and the banner goes', async () => {
  const server = await openPage('/user', { as: OWNER, server: serverWith() })
  await expect.element(banner).toBeVisible()
  server.on(accountCalls.read, succeed(OWN_ACCOUNT))
  await page.getByRole('button', { name: 'Send it again' }).click()
  await expect.element(banner).not.toBeInTheDocument()
  expect(server.requests(accountCalls.sendConfirmation)).toHaveLength(1)
  expect(page.getByText(/^We have sent a new link/).elements()).toEqual([])
})

// ACC-5
test('a change of the e-mail address takes the right password', async () => {
  const message = 'The current password is not right.'
  const wrong = rejected(400, 'wrong_password', message, { errors: { current_password: message } })
  await openPage('/account#email', { as: OWNER, server: serverWith().on(accountCalls.changeEmail, wrong) })
  await changeEmail('not this one')
  await expect.element(email.getByText(message).first()).toBeVisible()
})

// ACC-5
test('a new e-mail address gets a link, and until then the old one stays', async () => {
  const server = serverWith().on(accountCalls.changeEmail, succeed({ ...ACCOUNT, pending_email: NEW_EMAIL }))
  await openPage('/account#email', { as: OWNER, server })
  await changeEmail('marigold-7')
  await expect
    .element(page.getByText(`We have sent a link to ${NEW_EMAIL}. Your address changes`, { exact: false }))
    .toBeVisible()
  await expect.element(page.getByText(`${OWNER.email} (not confirmed yet)`)).toBeVisible()
  expect(server.requests(accountCalls.changeEmail)).toMatchObject([
    { body: { email: NEW_EMAIL, current_password: 'marigold-7' } },
  ])
})

// ACC-3, ACC-5
test('whoever types the own address that is not confirmed reads that its link was sent', async () => {
  const server = serverWith({ pending_email: NEW_EMAIL }).on(accountCalls.changeEmail, succeed(ACCOUNT))
  await openPage('/account#email', { as: OWNER, server })
  await changeEmail('marigold-7')
  await expect.element(email.getByText(`We have sent a new link to ${OWNER.email}.`)).toBeVisible()
  await expect.element(email.getByText('Your address changes', { exact: false })).not.toBeInTheDocument()
})

// ACC-5
test('a change of the e-mail address that waits for its confirmation is cancelled', async () => {
  const pending = page.getByText(`${NEW_EMAIL} becomes your address`, { exact: false })
  const server = serverWith({ pending_email: NEW_EMAIL }).on(accountCalls.cancelEmailChange, succeed(ACCOUNT))
  await openPage('/account#email', { as: OWNER, server })
  await expect.element(pending).toBeVisible()
  await page.getByRole('button', { name: 'Keep the present address' }).click()
  await expect.element(page.getByText(`Your address stays ${OWNER.email}.`)).toBeVisible()
  await expect.element(pending).not.toBeInTheDocument()
  await expect.element(page.getByText(`${OWNER.email} (not confirmed yet)`)).toBeVisible()
  expect(server.requests(accountCalls.cancelEmailChange)).toHaveLength(1)
})

// ACC-5
test('nothing says any more that the address changes after its change was cancelled', async () => {
  const server = serverWith()
    .on(accountCalls.changeEmail, succeed({ ...ACCOUNT, pending_email: NEW_EMAIL }))
    .on(accountCalls.cancelEmailChange, succeed(ACCOUNT))
  await openPage('/account#email', { as: OWNER, server })
  await changeEmail('marigold-7')
  const sent = page.getByText(`We have sent a link to ${NEW_EMAIL}.`, { exact: false })
  await expect.element(sent).toBeVisible()
  await page.getByRole('button', { name: 'Keep the present address' }).click()
  await expect.element(sent).not.toBeInTheDocument()
})

// ACC-5
test('a person saves a phone number', async () => {
  const phone = '+91 98765 43210'
  const server = serverWith().on(accountCalls.setPhone, succeed({ ...ACCOUNT, phone }))
  await openPage('/account#phone', { as: OWNER, server })
  await page.getByLabelText('Phone number').fill(phone)
  await page.getByRole('button', { name: 'Save phone number' }).click()
  await expect.element(page.getByText('Your phone number is saved.')).toBeVisible()
  expect(server.requests(accountCalls.setPhone)).toMatchObject([{ body: { phone } }])
})

// ACC-5
test('a phone number that is changed again is not said to be saved', async () => {
  const phone = '+91 98765 43210'
  const server = serverWith().on(accountCalls.setPhone, succeed({ ...ACCOUNT, phone }))
  await openPage('/account#phone', { as: OWNER, server })
  await page.getByLabelText('Phone number').fill(phone)
  await page.getByRole('button', { name: 'Save phone number' }).click()
  const saved = page.getByText('Your phone number is saved.')
  await expect.element(saved).toBeVisible()
  await page.getByLabelText('Phone number').fill('+91 98765 43211')
  await expect.element(saved).not.toBeInTheDocument()
})

// ACC-5
test('the account page shows the stored phone number', async () => {
  await openPage('/account#phone', { as: OWNER, server: serverWith({ phone: '+91 98765 43210' }) })
  await expect.element(page.getByLabelText('Phone number')).toHaveValue('+91 98765 43210')
})
