import type { Site } from './fixtures.ts'
import type { Plan } from './pay-forms.ts'

const APPLICANT = { name: 'Arjun', email: 'arjun@example.org', phone: '1', address: 'Here', why_join: 'To help' }

type Checkout = { razorpay_payment_id: string; razorpay_order_id: string; razorpay_signature: string }
type Registered = { membership_id: number; order_id: string }

/** Registers somebody for a plan, with an order that is not paid. */
export async function register(site: Site, plan: Plan, name = APPLICANT.name, token?: string): Promise<Registered> {
  const form = { ...APPLICANT, name, plan_id: plan.id }
  return (await site.call<{ data: Registered }>('POST', '/api/memberships/register', form, token)).data
}

/** Pays for a registration at the provider, and has it confirmed. Returns the id of the payment. */
export async function payFor(site: Site, { membership_id, order_id }: Registered): Promise<string> {
  const { razorpay_payment_id, razorpay_order_id, razorpay_signature } = await site.sandbox<Checkout>(
    'POST',
    '/payments',
    { order_id, outcome: 'captured' },
  )
  const proof = { razorpay_payment_id, razorpay_order_id, razorpay_signature, membership_id }
  await site.call('POST', '/api/memberships/verify-payment', proof)
  return razorpay_payment_id
}

/** A member who has paid, and somebody else who has not. Returns the id of the payment. */
export async function aPaidAndAnOpenRegistration(site: Site, plan: Plan, member: { token: string }): Promise<string> {
  const payment = await payFor(site, await register(site, plan, APPLICANT.name, member.token))
  await register(site, plan, 'Somebody else')
  return payment
}
