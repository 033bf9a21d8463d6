// Finds texts for people that stand in the code and not in a catalogue.
import { parseSync, Visitor } from 'oxc-parser'

// Attributes and properties that people read.
const READ_NAMES =
  /^(title|label|alt|placeholder|description|children|hint|text|message|heading|caption|content|empty|fallback|documentTitle|aria-(label|description|placeholder|roledescription|valuetext))$/
// Throwing these shows the text to a person.
const READ_ERRORS = /^(HttpError|badRequest|notFound|conflict|changedMeanwhile|CallError)$/
const WORD = /\p{L}{2,}/u
// Two words in a row that begin like a sentence, wherever they stand.
const SENTENCE = /^[\p{Lu}][\p{L}’']*[ ,.…!?:–-]+[\p{L}’']/u
// The beginning of a template that goes on with a value.
const FIRST_WORD = /^\p{Lu}[\p{L}’']+ $/u
// Names that are the same in all languages, and words that only programs read.
const NAMES =
  /^(PetSetu|Razorpay|English|हिन्दी|मराठी|Bearer|Basic|C\.UTF-8|Courier-Bold|Helvetica-Bold|User-agent: \*\\n|width=device-width, initial-scale=1)$/
const SQL = /^\s*(select|insert|update|delete|with)\b/
const ENTITY = /&\w+;/g
// An id of the catalogue, as a label that is translated when it is shown.
const ID = /^[a-z]\w*\.\w+$/

type Literal = { line: number; text: string }

/** The texts for people in one source file, with their lines. */
export function literalTexts(file: string, source: string): Literal[] {
  const found = new Map<number, string>()
  const add = (start: number, text: string) => {
    const trimmed = text.replaceAll(ENTITY, ' ').trim()
    if (WORD.test(trimmed) && !NAMES.test(trimmed) && !ID.test(trimmed)) found.set(start, trimmed)
  }
  const ignored = new Set<number>()
  const ignore = (node: unknown) => {
    for (const start of literalStarts(node)) ignored.add(start)
  }
  new Visitor({
    JSXText: (node) => add(node.start, node.value),
    JSXAttribute(node) {
      const name = node.name.type === 'JSXIdentifier' ? node.name.name : ''
      if (READ_NAMES.test(name)) for (const { start, text } of literalsOf(node.value)) add(start, text)
      else ignore(node.value)
    },
    Property(node) {
      const name =
        node.key.type === 'Identifier' ? node.key.name : node.key.type === 'Literal' ? String(node.key.value) : ''
      // Keys are values that are stored.
      ignore(node.key)
      if (READ_NAMES.test(name)) for (const { start, text } of literalsOf(node.value)) add(start, text)
      else if (name === 'summary' && file.startsWith('contract/')) ignore(node.value)
    },
    NewExpression(node) {
      if (node.callee.type !== 'Identifier') return
      if (READ_ERRORS.test(node.callee.name)) return
      if (/Error$/.test(node.callee.name)) ignore(node.arguments)
    },
    CallExpression(node) {
      const { callee } = node
      const isConsole =
        callee.type === 'MemberExpression' && callee.object.type === 'Identifier' && callee.object.name === 'console'
      if (isConsole) ignore(node.arguments)
    },
    ImportDeclaration: (node) => ignore(node.source),
    Literal(node) {
      if (typeof node.value === 'string' && !ignored.has(node.start) && SENTENCE.test(node.value))
        add(node.start, node.value)
    },
    TemplateElement(node) {
      const { raw } = node.value
      if (!ignored.has(node.start) && (SENTENCE.test(raw) || FIRST_WORD.test(raw))) add(node.start, raw)
    },
  }).visit(parseSync(file, source).program)
  const lineOf = (start: number) => source.slice(0, start).split('\n').length
  return [...found]
    .filter(([start]) => !ignored.has(start))
    .sort(([one], [other]) => one - other)
    .map(([start, text]) => ({ line: lineOf(start), text }))
}

/** The literals that become the value itself: not those inside of a call or an element, which are looked at by themselves. */
function literalsOf(node: unknown): { start: number; text: string }[] {
  const { type, start, value, ...rest } = (node ?? {}) as {
    type?: string
    start: number
    value?: unknown
    [key: string]: unknown
  }
  switch (type) {
    case 'Literal':
      return typeof value === 'string' && !SQL.test(value) ? [{ start, text: value }] : []
    case 'TemplateElement':
      return [{ start, text: (value as { raw: string }).raw }]
    case 'TemplateLiteral': {
      const pieces = (rest.quasis as unknown[]).flatMap(literalsOf)
      return SQL.test(pieces[0]?.text ?? '') ? [] : pieces
    }
    case 'JSXExpressionContainer':
      return literalsOf(rest.expression)
    case 'ConditionalExpression':
      return [rest.consequent, rest.alternate].flatMap(literalsOf)
    case 'LogicalExpression':
      return [rest.left, rest.right].flatMap(literalsOf)
    default:
      return []
  }
}

function literalStarts(node: unknown): number[] {
  if (Array.isArray(node)) return node.flatMap(literalStarts)
  if (node === null || typeof node !== 'object') return []
  const { type, start } = node as { type?: string; start?: number }
  const own = (type === 'Literal' || type === 'TemplateElement') && start !== undefined ? [start] : []
  return [...own, ...Object.values(node).flatMap(literalStarts)]
}
