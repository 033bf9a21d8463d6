import { complaintsExamples } from './complaints.ts'
import type { Example } from './example.ts'
import { officeExamples } from './office.ts'
import { paymentsExamples } from './payments.ts'
import { peopleExamples } from './people.ts'
import { petsExamples } from './pets.ts'
import { supportersExamples } from './supporters.ts'

/** The example inputs of the API docs. In the order of `calls.ts`, the first calls create what later ones need. */
const examples: Record<string, Record<string, Example>> = {
  ...peopleExamples,
  ...petsExamples,
  ...complaintsExamples,
  ...paymentsExamples,
  ...supportersExamples,
  ...officeExamples,
}

export function exampleOf(noun: string, name: string): Example {
  return examples[noun]?.[name] ?? {}
}
