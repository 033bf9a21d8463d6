import { problem } from '@petsetu/contract/platform/problem.ts'
import { pluralValues } from '@petsetu/languages/formats.ts'
import { z } from 'zod'
import { HttpError } from '../../errors.ts'

export function checkedFields<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(input, { error: problemOfZod })
  if (result.success) return result.data
  const fields = problemsOf(result.error)
  throw new HttpError(400, 'invalid_fields', { fields, values: pluralValues(Object.keys(fields).length) })
}

/** The first problem of each field, by field name; what is wrong inside a list belongs to the field of the list. */
function problemsOf(error: z.ZodError): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const issue of error.issues) {
    const name = String(issue.path[0] ?? 'body')
    fields[name] ??= issue.message
  }
  return fields
}

const { parsedType, joinValues, stringifyPrimitive } = z.core.util

/** Describes a problem for which a schema has no message of its own, as zod's English messages do. */
function problemOfZod(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_type')
    return problem('wrongType', { expected: issue.expected, received: parsedType(issue.input) })
  if (issue.code !== 'invalid_value') return undefined
  const [value, ...others] = issue.values
  return others.length === 0
    ? problem('notTheValue', { value: stringifyPrimitive(value) })
    : problem('notAnOption', { options: joinValues(issue.values, '|') })
}
