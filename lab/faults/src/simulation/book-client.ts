import { bookCalls } from '@petsetu/contract/payments/books.ts'
import { correctionCalls } from '@petsetu/contract/people/privacy.ts'
import type { InjectOptions } from 'fastify'
import { outcomeOf } from '../history.ts'
import type { Purchase } from './purchase.ts'
import type { Answer, Run } from './run.ts'
import type { SimulatedProcess } from './simulated-process.ts'

/** Closes the books of a financial year as an admin. */
export async function closeBooks(run: Run, proc: SimulatedProcess, year: number): Promise<Answer> {
  const url = bookCalls.lock.path.replace('{year}', String(year))
  const answer = await run.ask(proc, asAdmin(run, 'POST', url, { reason: 'The auditor has signed' }))
  run.history.push({
    kind: 'close-books',
    year,
    ...told(answer),
    outcome: outcomeOf(answer.status),
    reply: answer.text,
  })
  return answer
}

/** The sums in rupees that the answer names; null without one. */
function told({ data: { received, returned } }: Answer): {
  receivedPaise: number | null
  returnedPaise: number | null
} {
  const paise = (rupees: unknown) => (typeof rupees === 'number' ? Math.round(rupees * 100) : null)
  return { receivedPaise: paise(received), returnedPaise: paise(returned) }
}

/** Corrects the name of whoever paid, as an admin who has seen this version. */
export async function correctName(
  run: Run,
  proc: SimulatedProcess,
  { subject, person, purpose }: Purchase,
  { name, version }: { name: string; version: number },
): Promise<Answer> {
  const id = subject?.id ?? 0
  const url = correctionCalls.correct.path.replace('{purpose}', purpose).replace('{id}', String(id))
  const answer = await run.ask(proc, asAdmin(run, 'PUT', url, { version, name, reason: 'Misspelt' }))
  run.history.push({
    ...{ kind: 'correct', purpose, subjectId: id, email: person.email, name, version },
    ...{ outcome: outcomeOf(answer.status), reply: answer.text },
  })
  return answer
}

function asAdmin({ world }: Run, method: 'POST' | 'PUT', url: string, body: object): InjectOptions {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${world.people.admin}` }
  return { method, url, headers, payload: JSON.stringify(body) }
}
