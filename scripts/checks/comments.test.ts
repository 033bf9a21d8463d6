import { expect, test } from 'vitest'
import { badComments } from './comments.ts'

test('a comment that begins with a question word and asks nothing is found', () => {
  const code = [
    'const a = 1',
    '/** What the filter says. */',
    '  // Of the receipt',
    '  // that goes with it.',
    '/**',
    ' * Whether it is open.',
    ' */',
    '-- How long it takes.',
    '#PORT=3000',
    '# Where it listens.',
  ]
  expect(badComments(code.join('\n')).map(({ line }) => line)).toEqual([2, 3, 5, 8, 10])
})

test('questions, sentences and later lines of a comment are no problem', () => {
  const code = [
    '// Whose tag is it?',
    'const a = 1',
    '// Rejects the body',
    '// Of whom nothing is known.',
    '/** Opens the page. */',
    "const b = '// What'",
  ]
  expect(badComments(code.join('\n'))).toEqual([])
})
