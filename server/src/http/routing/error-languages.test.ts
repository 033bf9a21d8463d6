import { authCalls } from '@petsetu/contract/auth.ts'
import { petCalls } from '@petsetu/contract/pets.ts'
import { planCalls } from '@petsetu/contract/plans.ts'
import { userCalls } from '@petsetu/contract/users.ts'
import { readTexts } from '@petsetu/languages/catalogues.ts'
import { LANGUAGES } from '@petsetu/languages/languages.ts'
import { expect, test } from 'vitest'
import { anAdmin, aUser } from '../../../test/factories.ts'
import { testApp } from '../../../test/harness.ts'

const app = await testApp()
const user = await aUser(app.db)
const admin = await anAdmin(app.db)

type Failure = {
  code: string
  ask: (headers: Record<string, string>) => Promise<{ error: { code: string; message: string } }>
}

const FAILURES: Failure[] = [
  {
    code: 'invalid_credentials',
    ask: (headers) =>
      app.call(authCalls.signin, { body: { username: 'nobody', password: 'nothing-7' } }, null, headers),
  },
  { code: 'not_signed_in', ask: (headers) => app.call(petCalls.listOwn, { query: {} }, null, headers) },
  { code: 'access_denied', ask: (headers) => app.call(userCalls.listAll, { query: {} }, user, headers) },
  {
    code: 'pet_not_found',
    ask: (headers) => app.call(petCalls.read, { params: { id: 'ABCDEFGHJKLM' } }, null, headers),
  },
  {
    code: 'own_account',
    ask: (headers) => app.call(userCalls.delete, { params: { id: String(admin.id) } }, admin, headers),
  },
]

for (const { code, ask } of FAILURES) {
  test(`LNG-4 the error ${code} has the same code and its own sentence in each language`, async () => {
    for (const language of LANGUAGES) {
      const { error } = await ask({ 'accept-language': language })
      expect(error).toMatchObject({ code, message: readTexts(language)[`errors.${code}`] })
    }
  })
}

test('LNG-4 what is wrong with each field is said in the language of the request', async () => {
  const body = { username: '', email: 'x', password: '1' }
  const ask = (language: string) => app.call(authCalls.signup, { body }, null, { 'accept-language': language })
  expect((await ask('en')).error).toMatchObject({
    code: 'invalid_fields',
    message: '3 fields need your attention.',
    errors: { username: 'Username is required' },
  })
  for (const language of ['hi', 'mr']) {
    const { error } = await ask(language)
    expect(error).toMatchObject({ code: 'invalid_fields', message: expect.stringMatching(/\p{Script=Devanagari}/u) })
    expect(Object.keys(error.errors ?? {}).sort()).toEqual(['email', 'password', 'username'])
    for (const text of Object.values(error.errors ?? {})) expect(text).toMatch(/\p{Script=Devanagari}/u)
  }
})

test('LNG-4 every code is listed in OpenAPI, in snake_case', async () => {
  const document = (await (await app.fetch('/openapi.json')).json()) as {
    components: { schemas: { Error: { properties: { code: { enum: string[] } } } } }
  }
  const listed = document.components.schemas.Error.properties.code.enum
  const codes = Object.keys(readTexts('en')).filter((id) => id.startsWith('errors.'))
  expect(listed.map((code) => `errors.${code}`).sort()).toEqual(codes.sort())
  for (const code of listed) expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/)
})

test('LNG-1 the headings of a CSV file are in the language of the request', async () => {
  const headings = async (language: string) => {
    const { body } = await app.call(planCalls.csv, {}, admin, { 'accept-language': language })
    return body.split('\r\n')[0]
  }
  expect(await headings('en')).toContain('Price (₹)')
  expect(await headings('hi')).toContain('मूल्य (₹)')
  expect(await headings('mr')).toContain('किंमत (₹)')
})
