import { expect, test } from 'vitest'
import { literalTexts } from './literal-texts.ts'

const textsIn = (source: string) => literalTexts('page.tsx', source).map(({ text }) => text)

test.each([
  ['in an element', 'const page = <p>No pets yet.</p>', 'No pets yet.'],
  ['of one word in an element', 'const page = <h2>Pets</h2>', 'Pets'],
  ['in an attribute that people read', 'const page = <button aria-label="Close" />', 'Close'],
  ['in a choice inside of such an attribute', "const page = <Card title={isOwn ? 'Mine' : `Of ${name}`} />", 'Mine'],
  ['in a property that people read', "const column = { label: 'Owner' }", 'Owner'],
  ['in a message that is thrown', "throw new HttpError(404, 'Pet not found')", 'Pet not found'],
  ['in a message that a function throws', "throw notFound('Pet not found')", 'Pet not found'],
  ['that is a sentence, wherever it stands', "const answer = 'Please try again.'", 'Please try again.'],
  ['in a template', 'const answer = `Deleted ${name} for ever`', 'Deleted'],
  // LNG-1
])('a text %s is found', (_, source, text) => {
  expect(textsIn(source)[0]).toBe(text)
})

test.each([
  ['an id of a text', "const page = <p>{text('pets.none')}</p>"],
  ['an id that is translated when it is shown', "const column = { label: 'pets.owner' }"],
  [
    'a class, an address, an import',
    'import x from \'./Some File.ts\'\nconst page = <a className="Big Card" href="/Some Page" />',
  ],
  [
    'what only the log or a developer reads',
    "console.error('The page failed')\nthrow new Error('The page has no root')",
  ],
  ['a name that is the same everywhere', 'const page = <p>PetSetu</p>'],
  ['a key of a record by stored values', "const NAMES = { 'Injured or sick stray': 'complaints.injured' }"],
  ['SQL', 'const query = { text: `select id from pets where id = ${id} and Age > 3` }'],
  ['numbers and signs', 'const page = <p>12&nbsp;· {count}</p>'],
  // LNG-1
])('%s is no text for people', (_, source) => {
  expect(textsIn(source)).toEqual([])
})

// LNG-1
test('the summary of a call, which developers read, is no text for people', () => {
  const source = "call({ summary: 'Delete any pet', title: 'Pets' })"
  expect(literalTexts('contract/src/pets/pets.ts', source).map(({ text }) => text)).toEqual(['Pets'])
  expect(literalTexts('web/src/page.tsx', source).map(({ text }) => text)).toEqual(['Delete any pet', 'Pets'])
})
