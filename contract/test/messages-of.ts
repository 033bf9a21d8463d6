import { englishTexts } from '@petsetu/languages/all-texts.ts'
import type { z } from 'zod'
import { describeProblem } from '../src/platform/problem.ts'

/** Returns the message of each wrong field in English, for tests. */
export function messagesOf(schema: z.ZodType, value: unknown): Record<string, string> {
  const issues = schema.safeParse(value).error?.issues ?? []
  return Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), describeProblem(englishTexts, message)]))
}
