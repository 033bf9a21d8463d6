/** The address, or null if the text is none. `URL.parse` and `URL.canParse` are missing in Safari 16. */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}

/** A path of this site to return to after signing in; null for anything that could lead to another site. */
export function localPath(candidate: string | null | undefined): string | null {
  if (!candidate || !/^\/(?![/\\])/.test(candidate) || /[\\\s\p{Cc}]/u.test(candidate)) return null
  const base = 'http://this.site'
  return parseUrl(candidate, base)?.origin === base ? candidate : null
}
