/** The address, or null if the text is none. `URL.parse` and `URL.canParse` are missing in Safari 16. */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}
