import { schemaResolver } from '@mantine/form'
import { describeProblem } from '@petsetu/contract/platform/problem.ts'
import { pageText } from '../../languages/page-text.ts'

export type Schema = Parameters<typeof schemaResolver>[0]

/** Validates the values of a form; the result has a message for each invalid field, in the language of the page. */
export function schemaErrors(schema: Schema): (values: unknown) => Record<string, string> {
  const check = schemaResolver(schema, { sync: true })
  return (values) =>
    Object.fromEntries(
      Object.entries(check(values) as Record<string, string>).map(([field, message]) => [
        field,
        describeProblem(pageText, message),
      ]),
    )
}
