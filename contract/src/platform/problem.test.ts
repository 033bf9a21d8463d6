import { compileTexts, readTexts } from '@petsetu/languages/catalogues.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import { createI18n, translateWith } from '@petsetu/languages/translator.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { Signup } from '../people/auth.ts'
import { describeProblem, problem } from './problem.ts'

const textsIn = (language: Language) =>
  translateWith(createI18n(language, compileTexts(readTexts(language, ['shared', 'form']), language)))

test.each([
  ['en', 'Password must be at least 6 characters long'],
  ['hi', 'पासवर्ड: कम से कम 6 अक्षर लिखें'],
  ['mr', 'पासवर्ड: किमान 6 अक्षरे लिहा'],
] as const)(
  // LNG-4
  'a problem that a schema finds is a sentence in %s, with the name of its field',
  (language, sentence) => {
    const [issue] = Signup.shape.password.safeParse('12345').error?.issues ?? []
    expect(describeProblem(textsIn(language), issue?.message ?? '')).toBe(sentence)
  },
)

// LNG-4
test('a problem without parameters is a sentence, and zod’s message is called invalid', () => {
  expect(describeProblem(textsIn('en'), problem('passwordsDiffer'))).toBe('Passwords do not match')
  const [issue] = z.string().safeParse(7).error?.issues ?? []
  expect(describeProblem(textsIn('en'), issue?.message ?? '')).toBe('Invalid input')
})
