import { accountCalls } from '@petsetu/contract/people/account.ts'
import { authCalls } from '@petsetu/contract/people/auth.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import { expect, test } from 'vitest'
import { aPlan, aUser, PASSWORD } from '../../../test/factories.ts'
import { APPLICANT, payingApp } from '../../../test/paying-app.ts'

const app = await payingApp()

const choose = (language: Language, as: { token: string } | null) =>
  app.call(accountCalls.chooseLanguage, { body: { language } }, as)

const signin = async ({ username }: { username: string }) =>
  (await app.call(authCalls.signin, { body: { username, password: PASSWORD } })).body

const CHECKOUTS: Record<Language, string> = { en: 'Membership: Nagar', hi: 'सदस्यता: Nagar', mr: 'सदस्यत्व: Nagar' }

// LNG-2
test('a person chooses the language of their own account, and each sign-in names it', async () => {
  const [user, stranger] = [await aUser(app.db), await aUser(app.db)]
  expect((await signin(user)).language).toBeNull()
  expect((await choose('hi', user)).body).toEqual({ status: 'success', data: { language: 'hi' } })
  expect((await signin(user)).language).toBe('hi')
  expect((await signin(stranger)).language).toBeNull()
})

// ACC-5, LNG-2
test('an account names the language that its owner chose, and none before', async () => {
  const user = await aUser(app.db)
  const read = (headers: Record<string, string>) => app.call(accountCalls.read, {}, user, headers)
  expect((await read({ cookie: 'lang=mr' })).body.data.language).toBeNull()
  await choose('hi', user)
  expect((await read({ cookie: 'lang=mr' })).body.data.language).toBe('hi')
})

// LNG-2
test('a language that the product does not have is refused, and the chosen one stays', async () => {
  const user = await aUser(app.db)
  await choose('mr', user)
  const refused = await choose('ta' as Language, user)
  expect([refused.status, Object.keys(refused.error.errors ?? {})]).toEqual([400, ['language']])
  expect((await signin(user)).language).toBe('mr')
})

// LNG-2
test('the account’s language yields to the address and cookie, and beats the browser’s', async () => {
  const chosen = await aUser(app.db)
  await choose('hi', chosen)
  const plan = await aPlan(app.db, { name: 'Nagar' })
  const cases: [language: Language, query: string, headers: Record<string, string>, as: { token: string }][] = [
    ['mr', '?lang=mr', { cookie: 'lang=en', 'accept-language': 'en' }, chosen],
    ['mr', '', { cookie: 'lang=mr', 'accept-language': 'en' }, chosen],
    ['hi', '', { 'accept-language': 'mr' }, chosen],
    ['hi', '', {}, chosen],
    ['mr', '', { 'accept-language': 'mr' }, await aUser(app.db)],
    ['en', '', {}, await aUser(app.db)],
  ]
  for (const [language, query, headers, { token }] of cases) {
    const reply = await app.fetch(`/api/memberships/register${query}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
        'accept-language': '',
        ...headers,
      },
      body: JSON.stringify({ ...APPLICANT, plan_id: plan.id }),
    })
    const { data } = (await reply.json()) as { data: { checkout_data: { description: string } } }
    expect(data.checkout_data.description, JSON.stringify([query, headers])).toBe(CHECKOUTS[language])
  }
})
