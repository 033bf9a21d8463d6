import { foldCase } from '@petsetu/contract/fold-case.ts'
import { isLittleMoreThanName } from '@petsetu/contract/password-rules.ts'
import type { Config } from '../config/config.ts'
import { adminPasswordLengthMin } from '../config/rules.ts'

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
  if (isLittleMoreThanName(password, names))
    return 'This password is little more than a name that anybody knows. Please take another.'
  return null
}

let common: Promise<Set<string>> | null = null

/** Whether it is among the fifty thousand most leaked passwords; the list is loaded on first use. */
async function isCommon(password: string): Promise<boolean> {
  common ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']))
  return (await common).has(foldCase(password))
}
