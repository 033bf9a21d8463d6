import { linkCalls } from '@petsetu/contract/payments/links.ts'
import type { DonationForm } from '@petsetu/contract/supporters/donations.ts'
import { createPayLink, type PaidByLink } from '../src/payments/pay-links.ts'
import { anAdmin } from './factories.ts'
import type { TestApp } from './harness.ts'
import { aComplaint, aDonation, aRegistration } from './paying-app.ts'

type App = Pick<TestApp, 'call' | 'db' | 'fetch'>

export type LinkToPay = { id: number; token: string; subjectId: number }

/** A donation as an admin asks somebody for it. */
export const ASKED = {
  amount: 750,
  purpose: 'Food',
  name: 'Meera Kale',
  email: 'meera@example.org',
  phone: '+91 98765 00011',
  address: '5 Lake Road, Thane',
  language: 'en',
  agreed: true,
} as const

async function linkTo({ db }: Pick<App, 'db'>, pays: PaidByLink & { subjectId: number }): Promise<LinkToPay> {
  const { id, path } = await createPayLink(db, pays, { madeBy: null })
  return { id, token: path.split('/').at(-1) ?? '', subjectId: pays.subjectId }
}

/** A link for the fee of a new complaint, ₹100. */
export async function aFeeLink(app: App, fields: Record<string, string> = {}): Promise<LinkToPay> {
  return linkTo(app, { purpose: 'complaint', subjectId: await aComplaint(app, fields), amountPaise: 10_000 })
}

/** A link for a pending membership. */
export async function aMembershipLink(app: App): Promise<LinkToPay> {
  return linkTo(app, { purpose: 'membership', subjectId: (await aRegistration(app)).membershipId })
}

export async function aDonationLink(app: App, fields: Partial<DonationForm> = {}): Promise<LinkToPay> {
  return linkTo(app, { purpose: 'donation', subjectId: (await aDonation(app, fields)).donationId })
}

/** Presses the button of a link; `orderId` is the provider's. */
export async function anOrderByLink(app: App, link?: LinkToPay): Promise<LinkToPay & { orderId: string }> {
  const made = link ?? (await aFeeLink(app))
  const reply = await app.call(linkCalls.openOrder, { body: { token: made.token } })
  return { ...made, orderId: reply.body.data.order_id }
}

/** A link that an admin makes for the fee of a complaint. */
export async function makeFeeLink(app: App, complaintId: number, amount = 100) {
  const admin = await anAdmin(app.db)
  const input = { params: { id: String(complaintId) }, body: { amount } }
  const made = (await app.call(linkCalls.makeForComplaint, input, admin)).body.data
  return { ...made, admin, token: made.url.split('/').at(-1) ?? '' }
}
