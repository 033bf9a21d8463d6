import { visitorPaths } from '@petsetu/contract/visitor-paths.ts'

/** The form for a new pet, or for the pet of a blank tag. A visitor creates an account first; its page leads to the login, too. */
export function petFormFor(person: { role: string } | null, tag?: string): string {
  const form = (person?.role === 'admin' ? visitorPaths.adminPetForm : visitorPaths.petForm).to({}, { tag })
  return person ? form : visitorPaths.register.to({}, { next: form })
}
