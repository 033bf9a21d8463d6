import { authCalls, type SessionUser } from '@petsetu/contract/people/auth.ts'
import { careCalls } from '@petsetu/contract/pets/care.ts'
import { petCalls } from '@petsetu/contract/pets/pets.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import { planCalls } from '@petsetu/contract/supporters/plans.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { FRIEND } from '../../../../test/examples.ts'
import { FakeServer, rejected } from '../../../../test/fake-server.ts'
import { keptTexts } from '../../../../test/kept-texts.ts'
import { closePage, OWNER, openPage } from '../../../../test/open-page.tsx'
import { currentUser, signOut } from '../../../people/auth/session.ts'
import { VISITOR } from '../storage/storage.ts'
import { keepDraftFiles, readAll, readDraftFiles, remove, write } from './drafts.ts'
import { DRAFTS, inDatabase } from './forget-typed.ts'

const ADDRESS = '8 Tank Street, Chennai'
// Entries of other people are deleted once for each person.
const MEMBER: SessionUser = { ...OWNER, id: 960 }
const SOMEBODY_ELSE: SessionUser = { ...OWNER, id: 961, username: 'meera', accessToken: 'token-of-meera' }

const address = page.getByLabelText('Address')

/** Opens the registration anew, as this person or as a visitor. */
async function openRegistration(as?: SessionUser): Promise<FakeServer> {
  await closePage()
  localStorage.clear()
  const server = new FakeServer().on(planCalls.listRegular, succeed({ plans: [FRIEND] }))
  await openPage('/regular-membership', { ...(as && { as }), server })
  await expect.element(address).toBeVisible()
  return server
}

async function startRegistration(): Promise<FakeServer> {
  const server = await openRegistration(MEMBER)
  await address.fill(ADDRESS)
  await expect.poll(keptTexts).toContain(ADDRESS)
  return server
}

/** Opens a page whose calls the server refuses, because it has ended the session. */
async function expireSession(): Promise<void> {
  await closePage()
  const refused = rejected(401, 'not_signed_in', 'Please log in to continue.')
  const server = new FakeServer().on(petCalls.listOwn, refused).on(careCalls.listDue, refused)
  await openPage('/user', { as: MEMBER, server })
  await expect.element(page.getByLabelText('Username')).toBeVisible()
  expect(location.pathname).toBe('/login')
  expect(localStorage.getItem('user')).toBeNull()
}

// APP-12, MEM-1
test('after an expired session the same account gets its draft back', async () => {
  await startRegistration()
  await expireSession()
  await openRegistration(MEMBER)
  await expect.element(address).toHaveValue(ADDRESS)
})

// APP-12, MEM-1
test('after an expired session a visitor does not see the draft', async () => {
  await startRegistration()
  await expireSession()
  await openRegistration()
  // It is kept once the page has read what is kept.
  await page.getByLabelText('Phone').fill('+91 55500 54321')
  await expect.poll(keptTexts).toContain('+91 55500 54321')
  await expect.element(address).toHaveValue('')
  expect(page.getByText(/^What you had typed before is back\./).query()).toBeNull()
})

// APP-12, MEM-1
test('what is typed after the session has ended is there, too, after the login', async () => {
  await startRegistration()
  await expireSession()
  await openRegistration()
  const phone = page.getByLabelText('Phone')
  await phone.fill('+91 55500 54321')
  await expect.poll(keptTexts).toContain('+91 55500 54321')
  await openRegistration(MEMBER)
  await expect.element(address).toHaveValue(ADDRESS)
  await expect.element(phone).toHaveValue('+91 55500 54321')
})

// APP-12, CASE-1
test('files chosen after the session has ended join those of the account, once', async () => {
  const account = { owner: '7', form: 'both' }
  const visitor = { ...account, owner: VISITOR }
  const files = (...names: string[]) => names.map((name) => new File(['%PDF-'], name))
  const namesOf = async (draft = account) => (await readDraftFiles(draft)).map(({ name }) => name)
  await keepDraftFiles(account, files('first.pdf'))
  await keepDraftFiles(visitor, files('first.pdf', 'second.pdf'))
  expect(await namesOf()).toEqual(['first.pdf', 'second.pdf'])
  expect(await namesOf(visitor)).toEqual([])
  expect(await namesOf()).toEqual(['first.pdf', 'second.pdf'])
})

// APP-12, MEM-1
test('another account does not get the draft, and removes it from the browser', async () => {
  await startRegistration()
  await openRegistration(SOMEBODY_ELSE)
  await expect.poll(keptTexts).not.toContain(ADDRESS)
  await expect.element(address).toHaveValue('')
})

// APP-12, MEM-1
test('a form that somebody has cleared is empty after a reload, too', async () => {
  await startRegistration()
  await openRegistration(MEMBER)
  await page.getByRole('button', { name: 'Clear the form' }).click()
  await expect.element(address).toHaveValue('')
  await expect.poll(() => document.activeElement?.getAttribute('data-path')).toBe('name')
  await expect.poll(keptTexts).not.toContain(ADDRESS)
  await openRegistration(MEMBER)
  // It is kept once the page has read what is kept.
  await page.getByLabelText('Phone').fill('+91 55500 54321')
  await expect.poll(keptTexts).toContain('+91 55500 54321')
  await expect.element(address).toHaveValue('')
})

// APP-12
test('a session ends only once what was typed is deleted', async () => {
  const server = await startRegistration()
  server.on(authCalls.signout, undefined)
  const leaving = signOut()
  expect(currentUser()?.id).toBe(MEMBER.id)
  await leaving
  expect(currentUser()).toBeNull()
  expect(await keptTexts()).not.toContain(ADDRESS)
})

// APP-12
test('what a form writes during the logout is deleted, too', async () => {
  const server = await startRegistration()
  server.on(authCalls.signout, undefined)
  // Whatever reads or writes drafts waits meanwhile.
  let isHeld = true
  const hold = (store: IDBObjectStore) => {
    const request = store.count()
    request.onsuccess = () => isHeld && hold(store)
    return request
  }
  const held = inDatabase(DRAFTS, hold)
  await opened()
  const leaving = signOut()
  await opened()
  const writing = write('tab 960 late ', { text: ADDRESS })
  isHeld = false
  await Promise.all([held, leaving, writing])
  expect(await keptTexts()).not.toContain(ADDRESS)
})

// CASE-1, APP-12
test('what is being written is read once, though it is in memory and in the database', async () => {
  const writing = write('tab 962 read-once ', { text: ADDRESS })
  const kept = await readAll()
  expect(kept.filter(([key]) => key === 'tab 962 read-once ')).toMatchObject([
    ['tab 962 read-once ', { content: { text: ADDRESS } }],
  ])
  await writing
  await remove(['tab 962 read-once '])
})

/** Resolves after all that opened the database of drafts before. */
function opened(): Promise<void> {
  const opening = indexedDB.open(DRAFTS.database)
  return new Promise((resolve) => {
    opening.onsuccess = () => {
      opening.result.close()
      resolve()
    }
  })
}
