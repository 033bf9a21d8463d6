import { expect, test } from 'vitest'
import { AnswerForm, caseCalls, NoteForm } from './cases.ts'

// CASE-6
test('one to fifty complaints are changed at a time', () => {
  const { body } = caseCalls.updateSeveral
  const isTaken = (length: number) =>
    body.safeParse({ ids: Array.from({ length }, (_, index) => index + 1), status: 'closed' }).success
  expect([0, 1, 50, 51].map(isTaken)).toEqual([false, true, true, false])
})

// CASE-4
test('a note and an answer have up to 5000 characters, an answer’s title up to 100', () => {
  const [text, title] = ['x'.repeat(5_000), 'x'.repeat(100)]
  const isNote = (note: string) => NoteForm.safeParse({ text: note, internal: true }).success
  expect([text, `${text}x`].map(isNote)).toEqual([true, false])
  const answer = { title, text, language: 'en' }
  const isAnswer = (fields: object) => AnswerForm.safeParse({ ...answer, ...fields }).success
  expect([{}, { title: `${title}x` }, { text: `${text}x` }].map(isAnswer)).toEqual([true, false, false])
})
