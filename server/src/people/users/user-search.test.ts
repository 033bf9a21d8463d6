import { userCalls } from '@petsetu/contract/people/users.ts'
import { expect, test } from 'vitest'
import { anAdmin } from '../../../test/factories.ts'
import { testApp } from '../../../test/harness.ts'
import { insertUser } from './user-queries.ts'

const app = await testApp()
const admin = await anAdmin(app.db)
for (const username of ['Asha', 'per%cent', 'Élodie']) {
  const email = `${username.normalize('NFD').replace(/[^a-z]/gi, '')}.mail@example.org`
  await insertUser(app.db, { username, email, passwordHash: 'x', role: 'user' })
}

const found = async (query: { search: string; page?: string }) => {
  const { body } = await app.call(userCalls.listAll, { query }, admin)
  return body.map(({ username }) => username)
}

// RPT-7
test('users are found by a part of the username or the e-mail, in any letter case', async () => {
  expect(await found({ search: 'ASH' })).toEqual(['Asha'])
  expect(await found({ search: 'elodie.MAIL' })).toEqual(['Élodie'])
  expect(await found({ search: 'éLO', page: '1' })).toEqual(['Élodie'])
  expect(await found({ search: 'ashaasha' })).toEqual([])
  expect(await found({ search: '.mail@', page: '1' })).toEqual(['Asha', 'per%cent', 'Élodie'])
})

// RPT-7, V1.2.9
test('a search text is text and not a pattern', async () => {
  expect(await found({ search: '%' })).toEqual(['per%cent'])
  expect(await found({ search: '_' })).toEqual([])
})
