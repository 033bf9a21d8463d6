import type { Messages } from '@petsetu/languages/messages.ts'
import type { KeyIn, PlainId, Translate } from '@petsetu/languages/translator.ts'

export type Label = KeyIn<'labels'>
type ProblemCode = KeyIn<'problems'>

type Parameters<Code extends ProblemCode> = {
  [Name in keyof Messages[`problems.${Code}`]]: Name extends 'field' ? Label : string | number
}

/** A schema's message as text for `describeProblem`, which makes a sentence in each reader's language. */
export function problem<Code extends ProblemCode>(
  code: Code,
  ...parameters: keyof Parameters<Code> extends never ? [] : [Parameters<Code>]
): string {
  return JSON.stringify({ ...parameters[0], problem: code })
}

type Problem = { problem: ProblemCode; field?: Label } & Record<string, string | number>

/** The sentence for a message of a schema. A message of zod's own, for which there is no problem, is called invalid. */
export function describeProblem(text: Translate, message: string): string {
  const { problem: code, field, ...values } = readProblem(message)
  // The types of `problem` have matched the code with its parameters.
  const describe = text as (id: PlainId, values: Record<string, string | number>) => string
  const label = field && { field: describe(`labels.${field}`, {}) }
  return describe(`problems.${code}` as PlainId, { ...values, ...label })
}

function readProblem(message: string): Problem {
  return message.startsWith('{') ? (JSON.parse(message) as Problem) : { problem: 'invalid' }
}
