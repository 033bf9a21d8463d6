import { type DeskPaymentForm, deskCalls } from '@petsetu/contract/payments/desk.ts'
import type { anAdmin } from './factories.ts'
import type { TestApp } from './harness.ts'
import { aComplaint } from './paying-app.ts'
import { theAdmin } from './payment-state.ts'

type Form = Partial<DeskPaymentForm> & Pick<DeskPaymentForm, 'purpose' | 'subject_id'>
type Admin = Awaited<ReturnType<typeof anAdmin>>

let count = 0

/** The number of a cheque that no test has taken yet. */
export const chequeNumber = () => String(++count).padStart(6, '0')

export const aCheque = () => ({ mode: 'cheque' as const, reference: chequeNumber(), bank: 'Bank of Test' })

/** Takes money at the desk: ₹100 in cash, unless the form says otherwise. */
export async function takeAtDesk(app: TestApp, form: Form, { by, key }: { by?: Admin; key?: string } = {}) {
  const body = { mode: 'cash' as const, amount: 100, ...form }
  return app.call(deskCalls.take, { body }, by ?? (await theAdmin(app)), key ? { 'idempotency-key': key } : {})
}

/** The fee of a new complaint, taken at the desk. */
export async function aDeskFee(app: TestApp, form: Partial<DeskPaymentForm> = {}, options: { by?: Admin } = {}) {
  const complaintId = await aComplaint(app)
  const reply = await takeAtDesk(app, { purpose: 'complaint', subject_id: complaintId, ...form }, options)
  return { complaintId, id: reply.body.data.id }
}

const ofPayment = (id: number) => ({ params: { id: String(id) } })

export const clearAtDesk = async (app: TestApp, id: number) =>
  app.call(deskCalls.clear, ofPayment(id), await theAdmin(app))

export const bounceAtDesk = async (app: TestApp, id: number) =>
  app.call(deskCalls.bounce, ofPayment(id), await theAdmin(app))

export const voidAtDesk = async (app: TestApp, id: number, by?: Admin) =>
  app.call(deskCalls.void, { ...ofPayment(id), body: { reason: 'Entered twice' } }, by ?? (await theAdmin(app)))
