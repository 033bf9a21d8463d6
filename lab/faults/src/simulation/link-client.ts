import { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { linkCalls, purposeLinkCalls } from '@petsetu/contract/payments/links.ts'
import type { PayView } from '@petsetu/contract/site/public-pages.ts'
import { createPayLink } from '../../../../server/src/payments/pay-links.ts'
import type { CheckoutAnswer } from '../../../../server/test/sandbox.ts'
import { outcomeOf } from '../history.ts'
import { post, type Subject } from './client.ts'
import type { Purchase } from './purchase.ts'
import type { Answer, Run } from './run.ts'
import type { SimulatedProcess } from './simulated-process.ts'

export type Link = { id: number; token: string; subject: Subject }

/** A link for what a purchase has filed; null if that did not succeed. */
export async function linkTo({ world }: Run, { subject, feePaise }: Purchase): Promise<Link | null> {
  if (!subject) return null
  const { purpose, id: subjectId } = subject
  const pays = purpose === 'complaint' ? { purpose, subjectId, amountPaise: feePaise } : { purpose, subjectId }
  const { id, path } = await createPayLink(world.db, pays, { madeBy: null })
  return { id, token: path.split('/').at(-1) ?? '', subject }
}

/** Presses the button of a link. */
export function orderByLink(run: Run, proc: SimulatedProcess, { token }: Link): Promise<Answer> {
  return run.ask(proc, post(linkCalls.openOrder.path, { token }))
}

/** Reports the checkout's result as the page of a link does. */
export async function verifyByLink(
  run: Run,
  proc: SimulatedProcess,
  { token, subject }: Link,
  checkout: CheckoutAnswer,
): Promise<Answer> {
  const { razorpay_order_id, razorpay_payment_id, razorpay_signature } = checkout
  const body = { token, razorpay_order_id, razorpay_payment_id, razorpay_signature }
  const answer = await run.ask(proc, post(linkCalls.verifyPayment.path, body))
  run.history.push({
    ...{ kind: 'verify', purpose: subject.purpose, subjectId: subject.id, paymentId: razorpay_payment_id },
    ...{ isForged: false, outcome: outcomeOf(answer.status), reply: answer.text },
  })
  return answer
}

export function revoke(run: Run, proc: SimulatedProcess, { id, subject }: Link): Promise<Answer> {
  const url = purposeLinkCalls[subject.purpose].revoke.path.replace('{id}', String(id))
  return run.ask(proc, post(url, {}, run.world.people.admin))
}

/** Reads the page of a link: its status, and what it says. */
export async function pageOfLink(
  run: Run,
  proc: SimulatedProcess,
  { token }: Pick<Link, 'token'>,
): Promise<{ status: number | null; kind: PayView['kind'] | null }> {
  const { status, text } = await run.ask(proc, {
    method: 'GET',
    url: `/pay/${token}`,
    headers: { accept: 'text/html' },
  })
  return { status, kind: text === '' ? null : (JSON.parse(text) as { view: PayView }).view.kind }
}

/** The token in the mail about an unpaid complaint; null without such a mail. */
export async function mailedToken({ world }: Run, complaintId: number): Promise<string | null> {
  const mail = await world.db
    .selectFrom('mails')
    .select('action_path')
    .where('kind', '=', 'complaint-unpaid')
    .where('about', '=', `complaint ${complaintId}`)
    .executeTakeFirst()
  return mail?.action_path?.split('#').at(-1) ?? null
}

/** Opens the page to which that mail leads. */
export function readUnpaid(run: Run, proc: SimulatedProcess, token: string): Promise<Answer> {
  return run.ask(proc, post(complaintCalls.readUnpaid.path, { token }))
}

/** Presses the button of that page. */
export function payUnpaid(run: Run, proc: SimulatedProcess, token: string, amountPaise: number): Promise<Answer> {
  return run.ask(proc, post(complaintCalls.payUnpaid.path, { token, amount: amountPaise / 100 }))
}
