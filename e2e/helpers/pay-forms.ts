import type { Page } from '@playwright/test'
import { ADMIN, expect, hydrated, type Site, tokenOf, whileAway } from './fixtures.ts'

const FILED = 'Payment successful! Your complaint has been filed.'
const ACTIVE = 'Payment successful! Your membership is now active.'
export const VERIFY_FAILED = 'Payment verification failed. Please contact support.'

const COMPLAINANT = { name: 'Asha Rao', email: 'asha@example.org', phone: '+91 55500 12345' }

/** Opens the complaint form and fills in the required fields. */
export async function fillComplaint(page: Page, { name, email, phone } = COMPLAINANT): Promise<void> {
  await page.goto('/complaint')
  await hydrated(page)
  await page.getByLabel('Full Name').fill(name)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Phone').fill(phone)
  await page.getByRole('radio', { name: 'Cruelty' }).check()
  await page.getByLabel('Location of Incident').fill('Kothrud, Pune')
  await page.getByLabel('Date of Incident').fill('2026-01-31')
  await page.getByLabel('Description').fill('A dog is chained in the sun without water.')
}

/** Expects that `work` files the complaint: the page says so for three seconds, and then leads home. */
export function expectFiled(page: Page, work: () => Promise<void>): Promise<void> {
  return whileAway(page, async () => {
    await work()
    await expect(page.getByText(FILED)).toBeVisible()
  })
}

/** Expects that `work` makes the membership active: the page says so for four seconds, and then leads to the person's own. */
export function expectActive(page: Page, work: () => Promise<void>): Promise<void> {
  return whileAway(page, async () => {
    await work()
    await expect(page.getByRole('alert').getByText(ACTIVE)).toBeVisible()
  })
}

export const submitButton = (page: Page) => page.getByRole('button', { name: /^Submit and Pay/ })

export const PLANS = '/api/admin/memberships/plans'

const PLAN = {
  category: 'regular',
  duration_months: 12,
  price: 500,
  description: 'For everybody who wants to help.',
  features: 'A newsletter\nA badge',
}

type PlanForm = typeof PLAN & { name: string }
export type Plan = PlanForm & { id: number }

let count = 0

/** A plan for one test, added by the admin: its number, and what was sent. */
export async function aPlan(site: Site, fields: Partial<PlanForm> = {}): Promise<Plan> {
  const form = { name: `Friend ${process.pid}-${++count}`, ...PLAN, ...fields }
  const { data } = await site.call<{ data: { plan: { id: number } } }>('POST', PLANS, form, await tokenOf(site, ADMIN))
  return { ...form, id: data.plan.id }
}

/** Opens the registration form and fills it in for this plan. */
export async function fillRegistration(page: Page, plan: Plan, address = '/regular-membership'): Promise<void> {
  await page.goto(address)
  await hydrated(page)
  await page.getByLabel('Name', { exact: true }).fill('Arjun Mehta')
  await page.getByLabel('Email').fill('arjun@example.org')
  await page.getByLabel('Phone').fill('+91 55500 54321')
  await page.getByLabel('Choose Membership Plan').selectOption({ value: String(plan.id) })
  await page.getByLabel('Address').fill('8 Tank Street, Chennai')
  await page.getByLabel('Why do you want to join?').fill('I want to help.')
}

export const completeButton = (page: Page) => page.getByRole('button', { name: 'Complete Registration' })
