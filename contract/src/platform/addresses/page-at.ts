import { type Page, type PageFacts, paths } from '../../paths.ts'

// Beside the table and not in it, because the public pages load the table and none of this.

/** The page at a path, with or without a slash at its end; null where there is none. */
export function pageAt(path: string): Page | null {
  const isHere = ({ pattern }: Page) => new RegExp(`^${pattern.replace(/\{\w+\}/g, '[^/]+')}/?$`).test(path)
  return Object.values(paths).find(isHere) ?? null
}

/** True if a person of this role, or a visitor (null), may see a page. */
export function maySee({ who }: PageFacts, role: string | null): boolean {
  if (who === 'anyone') return true
  return who === 'signed-in' ? role !== null : role === who
}

/** The pattern of a page as routers write it: `/pet-detail/:petId`. */
export function routeOf({ pattern }: Page): string {
  return pattern.replace(/\{(\w+)\}/g, ':$1')
}
