import { formatReference } from '@petsetu/contract/complaints/reference.ts'
import type { Page } from '@playwright/test'
import { ADMIN, expect, type Site, tokenOf } from './fixtures.ts'

const COMPLAINT = {
  fullname: 'Kavita Rao',
  email: 'kavita@example.org',
  phone: '+91 98220 44556',
  type_of_complaint: 'Cruelty',
  location_of_incident: 'Kothrud, Pune',
  date_of_incident: '2026-01-31',
  description: 'A dog is chained in the sun without water.',
}

type Fields = Partial<typeof COMPLAINT> & { withhold_name?: 'true' }

/** Files a complaint as the form does, without paying; returns its number. */
export async function fileComplaint(site: Site, fields: Fields = {}, ...files: File[]): Promise<number> {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...COMPLAINT, ...fields })) form.set(name, value)
  for (const [index, file] of files.entries()) form.append(index === 0 ? 'file' : 'files', file)
  const reply = await fetch(`${site.url}/api/complaints/submit`, { method: 'POST', body: form })
  if (reply.status !== 201) throw new Error(`The complaint was not filed: ${reply.status} ${await reply.text()}`)
  const { data } = (await reply.json()) as { data: { complaint_id: number } }
  return data.complaint_id
}

type Listed = { id: number; fullname: string; type_of_complaint: string; payment_status: string }

/** The complaints that were filed with this name, as an admin lists them. */
export async function complaintsBy(site: Site, name: string): Promise<Listed[]> {
  const token = await tokenOf(site, ADMIN)
  const { data } = await site.call<{ data: Listed[] }>('GET', '/api/admin/complaints?page=1&limit=100', null, token)
  return data.filter(({ fullname }) => fullname === name)
}

/** The reference by which the complainant names the complaint. */
export async function referenceOf(site: Site, id: number): Promise<string> {
  const token = await tokenOf(site, ADMIN)
  const { data } = await site.call<{ data: { created_at: string } }>('GET', `/api/admin/complaints/${id}`, null, token)
  return formatReference({ id, createdAt: new Date(data.created_at) })
}

/** Asks for a code on the page that finds a complaint, and enters another one. */
export async function tryWrongCode(
  page: Page,
  { reference, email }: { reference: string; email: string },
): Promise<void> {
  await page.getByLabel('Reference').fill(reference)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await page.getByLabel('Code').fill('0000 0000')
  await page.getByRole('button', { name: 'Open the complaint' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
}
