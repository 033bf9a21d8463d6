import { cashSheetCalls } from '@petsetu/contract/payments/books.ts'
import { deskCalls } from '@petsetu/contract/payments/desk.ts'
import type { DeskMode } from '@petsetu/contract/payments/payments.ts'
import { userCalls } from '@petsetu/contract/people/users.ts'
import type { InjectOptions } from 'fastify'
import { outcomeOf } from '../history.ts'
import { type Purchase, paiseOf } from './purchase.ts'
import type { Answer, Run } from './run.ts'
import type { SimulatedProcess } from './simulated-process.ts'

export type DeskDecision = 'clear' | 'bounce' | 'void'

/** `token`: of the admin who takes it, if that is another one. */
type Form = { purchase: Purchase; mode: DeskMode; reference: string; key: string; token?: string }

/** Takes money for a purchase at the desk; a repeat has the same key. */
export async function takeAtDesk(run: Run, proc: SimulatedProcess, form: Form): Promise<Answer> {
  const { purchase, mode, reference, key, token } = form
  const { purpose, id: subject_id } = purchase.subject ?? { purpose: purchase.purpose, id: 1 }
  const body = {
    ...{ purpose, subject_id, mode, amount: paiseOf(purchase) / 100 },
    ...(mode === 'upi' && { reference }),
    ...(mode === 'cheque' && { reference: reference.replace('REF', '').padStart(6, '0').slice(-6), bank: 'A Bank' }),
  }
  const answer = await run.ask(proc, asAdmin(run, deskCalls.take.path, body, { key, token }))
  const paymentId = (answer.data.id as number | undefined) ?? null
  note(run, answer, { action: 'take', key, paymentId })
  return answer
}

export async function decideAtDesk(
  run: Run,
  proc: SimulatedProcess,
  paymentId: number,
  action: DeskDecision,
): Promise<Answer> {
  const path = deskCalls[action].path.replace('{id}', String(paymentId))
  const answer = await run.ask(proc, asAdmin(run, path, action === 'void' ? { reason: 'Entered twice' } : {}))
  note(run, answer, { action, key: '', paymentId })
  return answer
}

/** Records that an admin handed over this cash. */
export async function handOver(run: Run, proc: SimulatedProcess, paise: number, token: string): Promise<Answer> {
  const body = { kind: 'handed_over', amount: paise / 100, note: 'To the bank' }
  const key = `hand-over-${token.slice(0, 12).replaceAll(/\W/g, '-')}`
  return run.ask(proc, asAdmin(run, cashSheetCalls.handOver.path, body, { key, token }))
}

/** Another admin deletes the account of this one. */
export async function deleteAdmin(run: Run, proc: SimulatedProcess, id: number): Promise<Answer> {
  const { method, path } = userCalls.delete
  return run.ask(proc, { ...asAdmin(run, path.replace('{id}', String(id)), {}), method })
}

type Noted = { action: DeskDecision | 'take'; key: string; paymentId: number | null }

function note(run: Run, { status, text }: Answer, noted: Noted): void {
  run.history.push({ kind: 'desk', ...noted, outcome: outcomeOf(status), reply: text })
}

function asAdmin(
  { world }: Run,
  url: string,
  body: object,
  { key, token = world.people.admin }: { key?: string; token?: string | undefined } = {},
): InjectOptions {
  const headers = {
    'content-type': 'application/json',
    authorization: `Bearer ${token}`,
    ...(key && { 'idempotency-key': key }),
  }
  return { method: 'POST', url, headers, payload: JSON.stringify(body) }
}
