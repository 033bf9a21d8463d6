import { visitorPaths } from '@petsetu/contract/visitor-paths.ts'

// Somebody in the middle of a payment, or at a tag, wants to return there. Everybody else goes to their own home. The script of a
// public page is small, so the names are written out; a test compares them with the table of visitorPaths.
const RETURN = /^\/(complaint(\/pay)?|(regular|premium)-membership|donate|pet-detail\/[^/]+)$/

/** The address of the login in the header of a page. */
export function loginAddress({ pathname, search }: { pathname: string; search: string }): string {
  return visitorPaths.login.to({}, { next: RETURN.test(pathname) ? pathname + search : null })
}
