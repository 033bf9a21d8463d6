import { foldCase } from '../platform/text.ts'

// Its own module, so that a form can use it without loading zod.
export const PASSWORD_LENGTH_MIN = 6

/** The minimum length of a password without the name that it contains. */
const OWN_CHARACTERS_MIN = 4

/** True if a password is one of these names with little added, ignoring case. */
export function isLittleMoreThanName(password: string, names: string[]): boolean {
  const text = foldCase(password)
  return names.map(foldCase).some((name) => {
    const hasName = name !== '' && text.includes(name)
    return hasName && text.length - name.length < OWN_CHARACTERS_MIN
  })
}
