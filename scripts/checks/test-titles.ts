// Reads the titles of tests, and the ids of the requirements that each shows, which are a comment above it: `// PET-7, V2.2.1`.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type Node, parseSync } from 'oxc-parser'
import { ROOT } from '../prepare.mjs'
import { listedFiles } from './listed-files.ts'

export type TitledTest = { file: string; line: number; title: string; ids: string[] }

const ID = '(?:[A-Z]{2,4}-\\d{1,2}|V\\d+\\.\\d+\\.\\d+)'
const IDS_COMMENT = new RegExp(`^\\s*// (${ID}(?:, ${ID})*)$`)

/** Every test of the project. */
export function listTests(): TitledTest[] {
  return listedFiles('*.test.ts', '*.test.tsx', '*.e2e.ts').flatMap((file) =>
    testsIn(file, readFileSync(path.join(ROOT, file), 'utf8')),
  )
}

/** The tests of one file. A table of tests counts once. */
export function testsIn(file: string, source: string): TitledTest[] {
  const lines = source.split('\n')
  const lineOf = (position: number) => source.slice(0, position).split('\n').length
  return titlesIn(parseSync(file, source).program).map(({ call, title }) => {
    const titleLine = lineOf(title.start)
    // A table's title comes after its rows: ids stand above the table, above the title, or both.
    const above = [...new Set([titleLine, lineOf(call.start)])].flatMap((line) => idsIn(lines[line - 2] ?? ''))
    return { file, line: titleLine, title: source.slice(title.start + 1, title.end - 1), ids: [...new Set(above)] }
  })
}

function idsIn(line: string): string[] {
  return IDS_COMMENT.exec(line)?.[1]?.split(', ') ?? []
}

type Titled = { call: Node; title: Node }

function titlesIn(value: unknown): Titled[] {
  if (Array.isArray(value)) return value.flatMap(titlesIn)
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.values(value).flatMap(titlesIn)
  const node = value as Node
  if (node.type !== 'CallExpression' || !isTest(node.callee)) return inner
  const [title] = node.arguments
  const isText = title?.type === 'TemplateLiteral' || (title?.type === 'Literal' && typeof title.value === 'string')
  return isText ? [{ call: node, title }, ...inner] : inner
}

/** True for `test`, `test.each(…)` and the like. */
function isTest(callee: Node): boolean {
  if (callee.type === 'Identifier') return ['test', 'it'].includes(callee.name)
  if (callee.type === 'MemberExpression') return isTest(callee.object) && !isNamed(callee.property, 'describe', 'step')
  return callee.type === 'CallExpression' && isTest(callee.callee)
}

function isNamed(node: Node, ...names: string[]): boolean {
  return node.type === 'Identifier' && names.includes(node.name)
}
