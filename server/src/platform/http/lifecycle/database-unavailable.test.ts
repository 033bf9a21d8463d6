import { authCalls } from '@petsetu/contract/people/auth.ts'
import { petCalls } from '@petsetu/contract/pets/pets.ts'
import { expect, test } from 'vitest'
import { breakableDatabase } from '../../../../test/breakable-database.ts'
import { aPet, aUser, PASSWORD } from '../../../../test/factories.ts'
import { testApp } from '../../../../test/harness.ts'

const database = await breakableDatabase()
const app = await testApp({ RATE_LIMITS: 'on' }, database)

const BUSY = {
  status: 'error',
  code: 'busy',
  message: 'The service is busy or restarting. Please try again in a moment.',
}

// API-5, API-3, V16.5.2
test('while the database is unavailable every reply says so, and the server recovers', async () => {
  const user = await aUser(app.db)
  const pet = await aPet(app.db, user)
  const signin = () => app.call(authCalls.signin, { body: { username: user.username, password: PASSWORD } })
  const list = () => app.call(petCalls.listOwn, { query: {} }, user)
  const read = () => app.call(petCalls.read, { params: { id: pet.petId } })
  const page = () => app.fetch(`/pet-detail/${pet.petId}`)
  expect((await app.fetch('/readyz')).status).toBe(200)

  await database.cut()
  expect((await app.fetch('/healthz')).status).toBe(200)
  expect((await app.fetch('/')).status).toBe(200)
  const ready = await app.fetch('/readyz')
  expect([ready.status, await ready.json()]).toEqual([503, BUSY])
  for (const ask of [signin, list, read]) {
    const reply = await ask()
    expect([reply.status, reply.error]).toEqual([503, BUSY])
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
  }
  const away = await page()
  expect(away.status).toBe(503)
  expect(Number(away.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(away.headers.get('content-type')).toBe('text/html; charset=utf-8')
  const said = await away.text()
  expect(said).toContain('Pet not found or an error occurred.')
  expect(said).toContain('We could not load this page just now.')
  expect(said).toContain('Try Again</a>')
  expect(said).not.toContain('check the ID')

  await database.mend()
  for (const ask of [signin, list, read]) expect((await ask()).status).toBe(200)
  expect((await page()).status).toBe(200)
  expect((await app.fetch('/readyz')).status).toBe(200)
})
