import { localPath } from '@petsetu/contract/local-path.ts'
import { maySee, pageAt } from '@petsetu/contract/page-at.ts'
import { paths } from '@petsetu/contract/paths.ts'
import { homeOf } from './session.ts'

/** Where to go after signing in: back to `next` if it is a path of this site that this person may see, else home. */
export function landingOf(person: { role: string }, next: string | null): string {
  const path = localPath(next)
  if (!path) return homeOf(person)
  const { pathname, search } = new URL(path, 'http://this.site')
  const page = pageAt(pathname)
  // After scanning a blank tag, the form for it opens in the person's own area.
  if (person.role === 'admin' && page === paths.petForm) return paths.adminPetForm.to({}) + search
  if (page === paths.login || page === paths.register) return homeOf(person)
  return page && !maySee(page, person.role) ? homeOf(person) : path
}
