import { paths } from '@petsetu/contract/paths.ts'

// Pages that nobody needs to return to, or whose address holds a token, with which anybody may open them. The script of a public page
// is small, so the names are written out; a test compares them with the table of paths.
const NO_RETURN =
  /^\/((login|register|(forgot|reset)-password|confirm-email|undo-email-change|found|member|complaint\/follow|receipt|mail-preferences)(\/|$)|$)/

/** The address of the login, from which somebody comes back to this page unless there is nothing to return to. */
export function loginAddress({ pathname, search }: { pathname: string; search: string }): string {
  return paths.login.to({}, { next: NO_RETURN.test(pathname) ? null : pathname + search })
}
