import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { filingServer } from '../../../test/filing.ts'
import { OWNER, openPage } from '../../../test/open-page.tsx'
import { SESSION_KEY, signIn, startSession } from './session.ts'

const DESCRIPTION = 'A dog is chained in the sun'

const description = page.getByLabelText('Description')

startSession()

/** Types into the complaint of a signed-in person. Returns the storage as another tab has it. */
async function typeComplaint(): Promise<Storage> {
  const other = document.body.appendChild(document.createElement('iframe'))
  onTestFinished(() => other.remove())
  signIn(OWNER)
  await openPage('/complaint', { as: OWNER, server: filingServer() })
  await expect.element(page.getByLabelText('Full name')).toHaveValue(OWNER.username)
  await description.fill(DESCRIPTION)
  const storage = other.contentWindow?.localStorage
  if (!storage) throw new Error('The other tab has no storage')
  return storage
}

const hasHeard = (storage: Storage) =>
  new Promise((resolve) => {
    addEventListener('storage', resolve, { once: true })
    storage.removeItem(SESSION_KEY)
  })

// APP-12, CMP-1
test('a session that another tab finds ended does not empty a form', async () => {
  await hasHeard(await typeComplaint())
  await expect.element(page.getByRole('link', { name: 'Login' }).first()).toBeVisible()
  await expect.element(description).toHaveValue(DESCRIPTION)
})

// APP-12, V14.3.1
test('a logout in another tab empties a form, also if it is heard of late', async () => {
  await hasHeard(await typeComplaint())
  const channel = new BroadcastChannel('petsetu-forget-typed')
  onTestFinished(() => channel.close())
  channel.postMessage(null)
  await expect.element(description).toHaveValue('')
})
