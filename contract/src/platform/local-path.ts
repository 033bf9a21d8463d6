import { parseUrl } from './parse-url.ts'

/** A path of this site to return to after signing in; null for anything that could lead to another site. */
export function localPath(candidate: string | null | undefined): string | null {
  if (!candidate || !/^\/(?![/\\])/.test(candidate) || /[\\\s\p{Cc}]/u.test(candidate)) return null
  const base = 'http://this.site'
  return parseUrl(candidate, base)?.origin === base ? candidate : null
}
