import Bowser from 'bowser'

// Far longer than the header of any browser.
const HEADER_LENGTH_MAX = 512

const BROWSERS = new Set(Object.values(Bowser.BROWSER_MAP))
const SYSTEMS = new Set(Object.values(Bowser.OS_MAP))

/** The product names of a browser and its operating system, such as Firefox and Android; null for what is not known. */
export type Browser = { browser: string | null; system: string | null }

/** Reads a User-Agent header. Only names of the library's own lists are returned, never a text of the header. */
export function browserOf(userAgent: string | undefined): Browser {
  if (!userAgent) return { browser: null, system: null }
  const { browser, os } = Bowser.parse(userAgent.slice(0, HEADER_LENGTH_MAX))
  return { browser: listed(BROWSERS, browser.name), system: listed(SYSTEMS, os.name) }
}

function listed(names: Set<string>, name: string | undefined): string | null {
  return name !== undefined && names.has(name) ? name : null
}
