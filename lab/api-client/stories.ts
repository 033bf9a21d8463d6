import createClient from 'openapi-fetch'
import type { paths } from './api.ts'

// The three things to try of the README, made by somebody who has nothing of PetSetu but its description of the API: `api.ts` is generated
// from it by the test beside this file, which also compiles and runs this.

const { SITE = '', SANDBOX = '', SANDBOX_AUTHORIZATION = '', ADMIN_USERNAME = '', ADMIN_PASSWORD = '' } = process.env

const visitor = createClient<paths>({ baseUrl: SITE })

async function signIn(username: string, password: string) {
  const { data, error } = await visitor.POST('/auth/signin', { body: { username, password } })
  if (!data) throw new Error(`No sign-in: ${error.message}`)
  return createClient<paths>({ baseUrl: SITE, headers: { authorization: `Bearer ${data.accessToken}` } })
}

const owner = { username: 'generated', email: 'generated@example.org', password: 'jasmine-garland-9' }
const admin = await signIn(ADMIN_USERNAME, ADMIN_PASSWORD)
await registerOnTag()
await payComplaint()
await askForPassword()

async function registerOnTag(): Promise<void> {
  const { data: tags } = await admin.GET('/admin/generate-pet-id', { params: { query: { numberOfIds: '1' } } })
  const [petId] = tags ?? []
  if (!petId) throw new Error('No tag was made')
  const scan = () => visitor.GET('/pets/{id}', { params: { path: { id: petId } } })
  console.log('tag', (await scan()).response.status)
  await visitor.POST('/auth/signup', { body: owner })
  const own = await signIn(owner.username, owner.password)
  const pet = { petName: 'Moti', petType: 'Dog', petAge: '3 years', petGender: 'male', petId } as const
  const { data, error } = await own.POST('/pets', {
    body: { ...pet, location: 'Pune', address: '12 Neem Road', contactDetails: '+91 98765 43210' },
  })
  if (!data) throw new Error(`No pet: ${error.message}`)
  const scanned = await scan()
  console.log('tag', scanned.response.status, scanned.data?.petName)
}

async function payComplaint(): Promise<void> {
  const person = { fullname: 'Kavita Rao', email: 'kavita@example.org', phone: '+91 55500 12345' }
  const filed = await visitor.POST('/api/complaints/submit', {
    body: {
      ...person,
      type_of_complaint: 'Cruelty',
      location_of_incident: 'Kothrud, Pune',
      date_of_incident: '2026-01-31',
      description: 'A dog is chained in the sun without water.',
    },
    bodySerializer: toForm,
  })
  if (!filed.data) throw new Error(`No complaint: ${filed.error.message}`)
  const { complaint_id } = filed.data.data
  const { fullname: name, email, phone } = person
  const order = await visitor.POST('/api/complaints/payment/initiate', {
    body: { complaint_id, amount: 100, name, email, phone },
  })
  if (!order.data) throw new Error(`No order: ${order.error.message}`)
  const { order_id } = order.data.data
  const paid = await visitor.POST('/api/complaints/payment/verify', {
    body: { complaint_id, ...(await payInSandbox(order_id)) },
  })
  console.log('complaint', paid.data?.data.payment_status)
  const listed = await admin.GET('/api/admin/complaints', { params: { query: { page: '1', limit: '10' } } })
  console.log('listed', listed.data?.data.find(({ id }) => id === complaint_id)?.payment_status)
}

type Answer = { razorpay_payment_id: string; razorpay_order_id: string; razorpay_signature: string }

/** Presses "Pay successfully". */
async function payInSandbox(order_id: string): Promise<Answer> {
  const response = await fetch(`${SANDBOX}/control/payments`, {
    method: 'POST',
    headers: { authorization: SANDBOX_AUTHORIZATION, 'content-type': 'application/json' },
    body: JSON.stringify({ order_id, outcome: 'captured' }),
  })
  const { razorpay_payment_id, razorpay_order_id, razorpay_signature } = (await response.json()) as Answer
  return { razorpay_payment_id, razorpay_order_id, razorpay_signature }
}

async function askForPassword(): Promise<void> {
  const { response } = await visitor.POST('/auth/forgot-password', { body: { login: owner.email } })
  console.log('asked', response.status)
}

function toForm(fields: object): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value))
  return form
}
