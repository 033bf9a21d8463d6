import type { Registration } from '@petsetu/contract/supporters/memberships.ts'

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
