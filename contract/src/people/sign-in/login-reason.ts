import { paths } from '../../paths.ts'
import { normalizePetId } from '../../pets/pet-id.ts'
import { maySee, pageAt } from '../../platform/addresses/page-at.ts'
import { localPath } from '../../platform/addresses/urls.ts'
import type { LoginReason } from '../../site/public-pages.ts'

/** The address to return to after a login, and why that address has led to it. */
export function cameFor(next: string | null): { next: string | null; reason: LoginReason } {
  const tag = tagOf(next)
  if (tag) return { next, reason: { kind: 'tag', tag } }
  return { next, reason: needsLogin(next) ? { kind: 'page' } : null }
}

/** The tag that `next` is about: its page, or the form that registers a pet for it. Null for any other address. */
function tagOf(next: string | null): string | null {
  const path = localPath(next)
  if (!path) return null
  const { pathname, searchParams } = new URL(path, 'http://this.site')
  const page = pageAt(pathname)
  if (page === paths.petDetail) return normalizePetId(pathname.split('/').at(-1) ?? '')
  return page === paths.petForm ? normalizePetId(searchParams.get('tag') ?? '') : null
}

/** True if visitors may not see the page at `next`. */
function needsLogin(next: string | null): boolean {
  const path = localPath(next)
  const page = path && pageAt(new URL(path, 'http://this.site').pathname)
  return !!page && !maySee(page, null)
}
