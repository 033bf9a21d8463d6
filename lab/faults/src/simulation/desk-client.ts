import { deskCalls } from '@petsetu/contract/payments/desk.ts'
import type { DeskMode } from '@petsetu/contract/payments/payments.ts'
import type { InjectOptions } from 'fastify'
import { outcomeOf } from '../history.ts'
import type { Purchase } from './purchase.ts'
import type { Answer, Run } from './run.ts'
import type { SimulatedProcess } from './simulated-process.ts'

export type DeskDecision = 'clear' | 'bounce' | 'void'

type Form = { purchase: Purchase; mode: DeskMode; reference: string; key: string }

/** Takes money for a purchase at the desk; a repeat has the same key. */
export async function takeAtDesk(run: Run, proc: SimulatedProcess, form: Form): Promise<Answer> {
  const { purchase, mode, reference, key } = form
  const { purpose, id: subject_id } = purchase.subject ?? { purpose: purchase.purpose, id: 1 }
  const paise = purpose === 'membership' ? purchase.plan.pricePaise : purchase.feePaise
  const body = {
    ...{ purpose, subject_id, mode, amount: paise / 100 },
    ...(mode === 'upi' && { reference }),
    ...(mode === 'cheque' && { reference: reference.replace('REF', '').padStart(6, '0').slice(-6), bank: 'A Bank' }),
  }
  const answer = await run.ask(proc, asAdmin(run, deskCalls.take.path, body, key))
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

type Noted = { action: DeskDecision | 'take'; key: string; paymentId: number | null }

function note(run: Run, { status, text }: Answer, noted: Noted): void {
  run.history.push({ kind: 'desk', ...noted, outcome: outcomeOf(status), reply: text })
}

function asAdmin({ world }: Run, url: string, body: object, key?: string): InjectOptions {
  const headers = {
    'content-type': 'application/json',
    authorization: `Bearer ${world.people.admin}`,
    ...(key && { 'idempotency-key': key }),
  }
  return { method: 'POST', url, headers, payload: JSON.stringify(body) }
}
