import { Registration } from '@petsetu/contract/supporters/memberships.ts'
import { schemaErrors } from '../platform/ui/form/schema-errors.ts'

export type RegistrationValues = { [Field in keyof Registration]: string }

/** An empty form with the known data of the person. */
export function valuesFor(person: { username: string; email: string } | null): RegistrationValues {
  return {
    name: person?.username ?? '',
    email: person?.email ?? '',
    phone: '',
    plan_id: '',
    address: '',
    why_join: '',
  }
}

export const errorsOf: (values: RegistrationValues) => Record<string, string> = schemaErrors(Registration)
