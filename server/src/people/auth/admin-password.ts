import { isLittleMoreThanName } from '@petsetu/contract/people/password-rules.ts'
import { foldCase } from '@petsetu/contract/platform/fold-case.ts'
import type { Config } from '../../platform/config/config.ts'
import { adminPasswordLengthMin } from '../../platform/config/rules.ts'
import { HttpError } from '../../platform/errors.ts'

/**
 * The rejection of a password that an admin may not have, or null if it is accepted. For users the form only gives a hint. `field`
 * is the password's in the request.
 */
export async function adminPasswordFault(
  password: string,
  username: string,
  { isProduction, foundationName }: Pick<Config, 'isProduction' | 'foundationName'>,
  field = 'newPassword',
): Promise<HttpError | null> {
  const lengthMin = adminPasswordLengthMin(isProduction)
  if (password.length < lengthMin)
    return new HttpError(400, 'password_too_short', { field, values: { min: lengthMin } })
  if (await isCommon(password)) return new HttpError(400, 'password_too_common', { field })
  const names = [username, 'petsetu', foundationName, ...foundationName.split(' ')]
  return isLittleMoreThanName(password, names) ? new HttpError(400, 'password_like_name', { field }) : null
}

let common: Promise<Set<string>> | null = null

/** True if it is among the fifty thousand most leaked passwords; the list is loaded on first use. */
async function isCommon(password: string): Promise<boolean> {
  common ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']))
  return (await common).has(foldCase(password))
}
