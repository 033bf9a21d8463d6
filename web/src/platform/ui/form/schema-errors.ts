import { describeProblem } from '@petsetu/contract/platform/problem.ts'
import { pageText } from '../../languages/page-text.ts'

type Issue = { path: PropertyKey[]; message: string }

/** A schema of zod's, without its types, which would name the library in every form. */
export type Schema = { safeParse: (values: unknown) => { error?: { issues: Issue[] } | undefined } }

/** Validates the values of a form; the result has a message for each invalid field, in the language of the page. */
export function schemaErrors(schema: Schema): (values: unknown) => Record<string, string> {
  return (values) => {
    const issues = schema.safeParse(values).error?.issues ?? []
    // The first message of a field counts.
    return Object.fromEntries(
      [...issues].reverse().map(({ path, message }) => [path.join('.'), describeProblem(pageText, message)]),
    )
  }
}
