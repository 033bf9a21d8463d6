import type { Config } from '../config/config.ts'
import { adminPasswordLengthMin } from '../config/rules.ts'
import { foldCase } from '../users/fold-case.ts'

/** The minimum length of a password without the name that it contains. */
const OWN_CHARACTERS_MIN = 4

/**
 * Returns what is wrong with an admin's password as a sentence, or null if it is accepted. For users the form only gives a
 * hint.
 */
export async function adminPasswordFault(
  password: string,
  username: string,
  { isProduction, foundationName }: Pick<Config, 'isProduction' | 'foundationName'>,
): Promise<string | null> {
  const lengthMin = adminPasswordLengthMin(isProduction)
  if (password.length < lengthMin) return `An admin's password has at least ${lengthMin} characters.`
  if (await isCommon(password)) return 'This password is one of the most used ones. Please take another.'
  const names = [username, 'petsetu', foundationName, ...foundationName.split(' ')]
  if (names.some((name) => isLittleMoreThan(name, password)))
    return 'This password is little more than a name that anybody knows. Please take another.'
  return null
}

function isLittleMoreThan(name: string, password: string): boolean {
  const [word, text] = [foldCase(name), foldCase(password)]
  return word.length > 0 && text.includes(word) && text.length - word.length < OWN_CHARACTERS_MIN
}

let common: Promise<Set<string>> | null = null

/** Whether it is among the fifty thousand most leaked passwords; the list is loaded on first use. */
async function isCommon(password: string): Promise<boolean> {
  common ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']))
  return (await common).has(password.toLowerCase())
}
