import { complaintsExamples } from './complaints.ts'
import type { Example } from './example.ts'
import { officeExamples } from './office.ts'
import { paymentsExamples } from './payments.ts'
import { peopleExamples } from './people.ts'
import { petsExamples } from './pets.ts'
import { supportersExamples } from './supporters.ts'

/**
 * The example inputs in the API docs, which are also sent when somebody tries a call without typing anything. On an empty
 * database, in the order of `calls.ts`, the first calls create what the later ones refer to.
 */
const examples: Record<string, Record<string, Example>> = {
  ...peopleExamples,
  ...petsExamples,
  ...complaintsExamples,
  ...paymentsExamples,
  ...supportersExamples,
  ...officeExamples,
}

/** The example of this call, empty for one that needs none. */
export function exampleOf(noun: string, name: string): Example {
  return examples[noun]?.[name] ?? {}
}
