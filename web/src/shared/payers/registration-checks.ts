import { Registration } from '@petsetu/contract/supporters/memberships.ts'
import { schemaErrors } from '../../platform/ui/form/schema-errors.ts'
import type { RegistrationValues } from './registration-fields.tsx'

/** A file of its own, because the page loads it when somebody first touches the form. */
export const errorsOf: (values: RegistrationValues) => Record<string, string> = schemaErrors(Registration)
