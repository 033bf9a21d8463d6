import { describeProblem, problem } from '@petsetu/contract/problem.ts'
import { z } from 'zod'
import { badRequest } from '../../errors.ts'
import { textsIn } from '../../languages/texts.ts'

/** Parses the input with the schema; throws an error with a message for each field. */
export function checkedFields<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(input, { error: problemOfZod })
  if (result.success) return result.data
  const fields = fieldMessages(result.error)
  const messages = Object.values(fields)
  throw badRequest(
    messages.length === 1 && messages[0] ? messages[0] : `${messages.length} fields need your attention.`,
    fields,
  )
}

/** The first message of each field, by field name. */
function fieldMessages(error: z.ZodError): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const issue of error.issues) {
    const name = issue.path.join('.') || 'body'
    fields[name] ??= describeProblem(textsIn('en'), issue.message)
  }
  return fields
}

const { parsedType, joinValues, stringifyPrimitive } = z.core.util

/** What is wrong where a schema has no message of its own, as zod's English messages say it. */
function problemOfZod(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_type')
    return problem('wrongType', { expected: issue.expected, received: parsedType(issue.input) })
  if (issue.code !== 'invalid_value') return undefined
  const [value, ...others] = issue.values
  return others.length === 0
    ? problem('notTheValue', { value: stringifyPrimitive(value) })
    : problem('notAnOption', { options: joinValues(issue.values, '|') })
}
