import type { Messages } from '@petsetu/languages/messages.ts'
import type { KeyIn, PlainId, Translate } from '@petsetu/languages/translator.ts'

/** The key of a field's name in `labels.json`. */
export type Label = KeyIn<'labels'>
/** The key of a sentence in `problems.json`. */
type ProblemCode = KeyIn<'problems'>

type Parameters<Code extends ProblemCode> = {
  [Name in keyof Messages[`problems.${Code}`]]: Name extends 'field' ? Label : string | number
}

/**
 * Makes the message of a schema for a field: the schemas hold no sentences, because each reader has a language of
 * their own. It is text, since zod carries nothing else. `describeProblem` turns it into a sentence.
 */
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
