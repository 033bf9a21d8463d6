import { type OwnPrivacyRequest, privacyCalls } from '@petsetu/contract/people/privacy.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { serverOfAccount } from '../../../test/account-server.ts'
import { OWN_PRIVACY_REQUEST } from '../../../test/examples.ts'
import { OWNER, openPage } from '../../../test/open-page.tsx'

const section = page.getByRole('region', { name: 'Ask about your data' })
const list = section.getByRole('list', { name: 'Your requests' })

// PRV-4
test('a person asks about the own data on the account page', async () => {
  let asked: OwnPrivacyRequest[] = []
  const server = serverOfAccount()
    .on(privacyCalls.listOwn, () => succeed(asked))
    .on(privacyCalls.request, () => {
      asked = [OWN_PRIVACY_REQUEST]
      return succeed(OWN_PRIVACY_REQUEST)
    })
  await openPage('/account#privacy-requests', { as: OWNER, server })
  await section.getByRole('radio', { name: 'A copy of my data' }).click()
  await section.getByLabelText('Note').fill('The complaints, too')
  await section.getByRole('button', { name: 'Send the request' }).click()
  await expect.element(section.getByText('We have received your request.', { exact: false })).toBeVisible()
  await expect.element(list).toMatchTextContent('The complaints, too')
  expect(server.requests(privacyCalls.request)).toMatchObject([
    { body: { kind: 'export', note: 'The complaints, too' } },
  ])
})

// PRV-4
test('a person reads the answer to what was asked about the own data', async () => {
  const answered = { ...OWN_PRIVACY_REQUEST, done_at: '2026-01-07T08:00:00.000Z', answer: 'It is in your mailbox.' }
  const server = serverOfAccount().on(privacyCalls.listOwn, succeed([answered]))
  await openPage('/account#privacy-requests', { as: OWNER, server })
  await expect.element(list).toMatchTextContent('It is in your mailbox.')
})

// PRV-4
test('a person reads whom they have named to ask in their place', async () => {
  const nominee = { nominee_name: 'Meera Rao', nominee_contact: '98765 43210' }
  const named: OwnPrivacyRequest = { ...OWN_PRIVACY_REQUEST, kind: 'nominate', ...nominee }
  await openPage('/account#privacy-requests', {
    as: OWNER,
    server: serverOfAccount().on(privacyCalls.listOwn, succeed([named])),
  })
  await expect.element(list).toMatchTextContent('Meera Rao, 98765 43210')
})

// TRU-2, ACC-3
test('who has not confirmed the own address is told that a request waits for that', async () => {
  const server = serverOfAccount({ email_confirmed: false }).on(privacyCalls.listOwn, succeed([]))
  await openPage('/account#privacy-requests', { as: OWNER, server })
  await expect.element(section.getByText(/^Please confirm your email address\. Before that/)).toBeVisible()
  await expect.element(section.getByRole('button', { name: 'Send the request' })).toBeEnabled()
})
