import { maySee, type Page, pageAt, paths } from '@petsetu/contract/paths.ts'
import { localPath } from '@petsetu/contract/platform/urls.ts'
import { homeOf } from '../session.ts'

// Nobody who has just signed in needs them.
const FOR_VISITORS: Page[] = [
  paths.login,
  paths.register,
  paths.forgotPassword,
  paths.resetPassword,
  paths.confirmEmail,
  paths.undoEmailChange,
]

/** Returns the page after signing in: `next` if it is a path of this site that this person may see, else home. */
export function redirectAfterLogin(person: { role: string }, next: string | null): string {
  const path = localPath(next)
  if (!path) return homeOf(person)
  const { pathname, search } = new URL(path, 'http://this.site')
  const page = pageAt(pathname)
  // After scanning a blank tag, the form for it opens in the person's own area.
  if (person.role === 'admin' && page === paths.petForm) return paths.adminPetForm.to({}) + search
  if (page && FOR_VISITORS.includes(page)) return homeOf(person)
  return page && !maySee(page, person.role) ? homeOf(person) : path
}
