import { allCalls } from '@petsetu/contract/calls.ts'
import { paths } from '@petsetu/contract/paths.ts'
import { foundCalls } from '@petsetu/contract/pets/found.ts'
import { fillPath } from '@petsetu/contract/visitor-paths.ts'
import { LANGUAGES } from '@petsetu/languages/languages.ts'
import { nameOf } from './call-samples.ts'
import type { TestApp } from './harness.ts'

type Answer = { from: string; text: string }

/**
 * Everything that a finder of this tag can get without an account: each page and each call for anyone whose address takes a
 * tag, a finder's link or nothing, pages in each language; a report of the finder, and one that is rejected.
 */
export async function publicAnswers(app: TestApp, petId: string): Promise<Answer[]> {
  const report = await app.call(foundCalls.report, { params: { petId }, body: { message: 'It is here' } })
  const token = report.body.thread_path.split('/').at(-1) ?? ''
  const written = await app.call(foundCalls.write, { params: { token }, body: { message: 'Still here' } })
  const fill = (pattern: string) => fillPath(pattern, { petId, id: petId, token })

  const pages = Object.values(paths)
    .filter(({ who }) => who === 'anyone')
    .flatMap(({ pattern }) => LANGUAGES.map((language) => `${fill(pattern)}?lang=${language}`))
  const calls = allCalls.filter(({ method, access }) => method === 'GET' && access === 'anyone')
  const answers = await Promise.all([
    ...pages.map((address) => answerOf(app, address, { headers: { accept: 'text/html' } })),
    ...calls.map((call) => answerOf(app, fill(call.path))),
    ...[paths.foundForm.to({ petId }), paths.finderThread.to({ token })].map((address) =>
      answerOf(app, address, { method: 'POST', body: new URLSearchParams({ message: '' }) }),
    ),
  ])
  const sent = [report, written].map(({ body }) => ({ from: 'a report', text: JSON.stringify(body) }))
  return [...answers, ...sent, { from: nameOf(foundCalls.report), text: report.headers.get('location') ?? '' }]
}

async function answerOf(app: TestApp, address: string, init?: RequestInit): Promise<Answer> {
  const answer = await app.fetch(address, init)
  const headers = JSON.stringify([...answer.headers])
  return { from: `${init?.method ?? 'GET'} ${address}`, text: headers + (await answer.text()) }
}
