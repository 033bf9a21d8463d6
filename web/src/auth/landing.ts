import { localPath } from '@petsetu/contract/local-path.ts'
import { paths } from '@petsetu/contract/paths.ts'
import { homeOf } from './session.ts'

/** Where to go after signing in: back to `next` if it is a path of this site that this person may see, else home. */
export function landingOf(person: { role: string }, next: string | null): string {
  const path = localPath(next)
  if (!path) return homeOf(person)
  const { pathname, search } = new URL(path, 'http://this.site')
  const isAdminPage = /^\/(admin|generate-qr)(\/|$)/.test(pathname)
  const isUserPage = /^\/user(\/|$)/.test(pathname)
  // After scanning a blank tag, the form for it opens in the person's own area.
  if (person.role === 'admin' && pathname === paths.petForm.pattern) return paths.adminPetForm.to({}) + search
  if (person.role === 'admin' ? isUserPage : isAdminPage) return homeOf(person)
  if (pathname === paths.login.pattern || pathname === paths.register.pattern) return homeOf(person)
  return path
}
