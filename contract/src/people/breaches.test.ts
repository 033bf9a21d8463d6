import { expect, test } from 'vitest'
import { problem } from '../platform/problem.ts'
import { BreachStepForm, NewBreach } from './breaches.ts'

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

const FUTURE = problem('inFuture', { field: 'breachTime' })

// TRU-6
test('a breach is not noticed in the future', () => {
  const problemsOf = (noticed_at: string) =>
    NewBreach.safeParse({ title: 'A lost list', happened: 'A list was lost.', noticed_at }).error?.issues ?? []
  expect(problemsOf(inMinutes(30))).toMatchObject([{ path: ['noticed_at'], message: FUTURE }])
  // The clock of a computer may be a little ahead.
  expect(problemsOf(inMinutes(3))).toEqual([])
  expect(problemsOf('')).toMatchObject([{ message: problem('required', { field: 'breachTime' }) }])
})

// TRU-6
test('no step about a breach is taken in the future', () => {
  const problemsOf = (at: string) =>
    BreachStepForm.safeParse({ kind: 'team-told', at, text: 'By phone' }).error?.issues ?? []
  expect(problemsOf(inMinutes(30))).toMatchObject([{ path: ['at'], message: FUTURE }])
  expect(problemsOf(inMinutes(-30))).toEqual([])
})
