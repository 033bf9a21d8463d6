import { paths } from '@petsetu/contract/paths.ts'

const PATTERNS = Object.values(paths).map(({ pattern }) => pattern)

// Nobody who has just signed in needs to return to these.
const NO_RETURN: string[] = [
  paths.home,
  paths.login,
  paths.register,
  paths.forgotPassword,
  paths.resetPassword,
  paths.confirmEmail,
  paths.undoEmailChange,
].map(({ pattern }) => pattern)

// Whoever has the address of such a page may open it, so it must not appear in another address.
const SECRET = PATTERNS.filter((pattern) => pattern.endsWith('{token}')).map((pattern) =>
  pattern.replace('{token}', ''),
)

/** The address of the login, from which somebody comes back to this page unless there is nothing to return to. */
export function loginAddress({ pathname, search }: { pathname: string; search: string }): string {
  const isSecret = SECRET.some((start) => pathname.startsWith(start))
  return paths.login.to({}, { next: NO_RETURN.includes(pathname) || isSecret ? null : pathname + search })
}
