import { COMPLAINT_STATUSES } from '@petsetu/contract/complaints/complaint-statuses.ts'
import type { Complaint } from '@petsetu/contract/complaints/complaints.ts'
import type { PayLink } from '@petsetu/contract/payments/links.ts'
import { PaymentStatus } from '@petsetu/contract/payments/payments.ts'
import type { Breach, BreachLetters, ListedBreach, ToldPerson } from '@petsetu/contract/people/breaches.ts'
import type { ListedConsent, Notice } from '@petsetu/contract/people/consents.ts'
import type { ListedDonation } from '@petsetu/contract/supporters/donations.ts'
import { MEMBERSHIP_STATUSES } from '@petsetu/contract/supporters/membership-facts.ts'
import type { Membership } from '@petsetu/contract/supporters/memberships.ts'
import { ADMIN, expect, test, tokenOf } from '../helpers/fixtures.ts'

// CFG-3
test('the demo has memberships, payments and complaints in every status', async ({ site }) => {
  const token = await tokenOf(site, ADMIN)
  const list = async <Row>(path: string) => (await site.call<{ data: Row[] }>('GET', path, null, token)).data
  const statuses = async (path: string) => new Set((await list<{ status: string }>(path)).map(({ status }) => status))
  const reports = '/api/admin/memberships/reports'
  expect([...(await statuses(`${reports}/membership`))].sort()).toEqual([...MEMBERSHIP_STATUSES].sort())
  expect([...(await statuses(`${reports}/payment`))].sort()).toEqual([...PaymentStatus.options].sort())

  const withFile = new Set<string>()
  for (const { id } of await list<{ id: number }>('/api/admin/complaints?page=1&limit=100')) {
    const path = `/api/admin/complaints/${id}`
    const { status, file_url } = (await site.call<{ data: Complaint }>('GET', path, null, token)).data
    if (file_url) withFile.add(status)
  }
  expect([...withFile].sort(), 'statuses of complaints with an attachment').toEqual([...COMPLAINT_STATUSES].sort())
})

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

// TRU-5
test('nobody of the demo agreed to words of a later day', async ({ site }) => {
  const token = await tokenOf(site, ADMIN)
  const list = <Row>(path: string) => site.call<{ data: Row[] }>('GET', path, null, token)
  const { data: consents } = await list<ListedConsent>('/api/admin/consents?purpose=signup&page=1&limit=100')
  const { data: notices } = await list<Notice>('/api/admin/notices?purpose=signup')
  expect(consents.length).toBeGreaterThan(5)
  for (const { id, at, notice_version, language } of consents) {
    const read = notices.find((notice) => notice.version === notice_version && notice.language === language)
    expect(Date.parse(read?.first_seen_at ?? ''), `consent ${id}`).toBeLessThan(Date.parse(at))
    expect(notice_version <= at.slice(0, 10), `consent ${id}`).toBe(true)
  }
})

// DON-1
test('a donation of the demo was paid on the day that its link says', async ({ site }) => {
  const token = await tokenOf(site, ADMIN)
  const list = <Row>(path: string) => site.call<{ data: Row[] }>('GET', path, null, token)
  const { data: links } = await list<PayLink>('/api/admin/donations/pay-links')
  const { data: donations } = await list<ListedDonation>('/api/admin/donations?page=1&limit=100')
  const paid = links.filter(({ state }) => state === 'paid')
  expect(paid.length).toBeGreaterThan(0)
  for (const { subject_id, paid_at } of paid) {
    const donation = donations.find(({ id }) => id === subject_id)
    expect(donation?.paid_at.slice(0, 10)).toBe(paid_at?.slice(0, 10))
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
