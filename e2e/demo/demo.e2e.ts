import type { Breach, BreachLetters, ListedBreach, ToldPerson } from '@petsetu/contract/people/breaches.ts'
import type { Membership } from '@petsetu/contract/supporters/memberships.ts'
import { ADMIN, expect, test, tokenOf } from '../fixtures.ts'

// MEM-12
test('nobody of the demo has two running memberships', async ({ site }) => {
  for (const username of ['meera', 'arjun', 'kavita', 'imran', 'sunita', 'joseph', 'lakshmi', 'rohan']) {
    const token = await tokenOf(site, { username, password: 'demo-password' })
    const { data } = await site.call<{ data: Membership[] }>('GET', '/api/memberships/history', null, token)
    expect(data.filter(({ status }) => status === 'active').length, username).toBeLessThanOrEqual(1)
  }
})

// CASE-4
test('the history of each complaint of the demo says once what happened once', async ({ site }) => {
  const token = await tokenOf(site, ADMIN)
  const list = <Row>(path: string) => site.call<{ data: Row[] }>('GET', path, null, token)
  for (const { id } of (await list<{ id: number }>('/api/admin/complaints?page=1&limit=100')).data) {
    const { data } = await list<{ kind: string; after: string | null }>(`/api/admin/complaints/${id}/events`)
    const said = data.map(({ kind, after }) => `${kind} ${after}`)
    expect(said, `complaint ${id}`).toEqual([...new Set(said)])
  }
})

// TRU-6
test('a breach is rehearsed with the people of the demo, each told in their language', async ({ site }) => {
  const token = await tokenOf(site, ADMIN)
  const ask = async <Data>(method: string, path: string, body: object | null = null) =>
    (await site.call<{ data: Data }>(method, `/api/admin/breaches${path}`, body, token)).data
  const [listed] = await ask<ListedBreach[]>('GET', '')
  const path = `/${listed?.id}`
  const { title, happened, noticed_at, occurred, kinds, from_day, to_day, consequences, measures, version } =
    await ask<Breach>('GET', path)
  const known = { title, happened, noticed_at, occurred, kinds, from_day, to_day, consequences, measures }
  const advice = 'Pay nobody who calls about your pet.'
  const { concerned } = await ask<Breach>('PUT', path, { ...known, advice, version })
  const expected = Object.values(concerned.by_language).reduce((sum, count) => sum + count)
  expect(expected).toBeGreaterThan(5)

  const { people: letters } = await ask<{ people: BreachLetters }>('GET', `${path}/drafts`)
  await ask('POST', `${path}/letters`, letters)
  const told = () => ask<ToldPerson[]>('GET', `${path}/people?page=1&limit=100`)
  const countSent = async () => (await told()).filter(({ state }) => state === 'sent').length
  await expect.poll(countSent, { timeout: 30_000 }).toBe(expected)
  for (const { email, language } of (await told()).filter(({ state }) => state === 'sent')) {
    const mails = await site.sandbox<{ subject: string; text: string }[]>(
      'GET',
      `/mails?to=${encodeURIComponent(email)}`,
    )
    const sent = mails.filter(({ subject }) => subject === letters[language].subject)
    expect(sent, email).toHaveLength(1)
    expect(sent[0]?.text).toContain(advice)
  }
})
