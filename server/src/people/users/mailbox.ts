import { foldCase } from '@petsetu/contract/platform/fold-case.ts'

const GMAIL = ['gmail.com', 'googlemail.com']

/**
 * The mailbox that an address leads to, as far as its form tells: without its sub-address (`asha+pets@example.org`) and, at Gmail, without
 * dots. Only to count by: it tells nobody apart.
 */
export function mailboxOf(email: string): string {
  const key = foldCase(email)
  const at = key.lastIndexOf('@')
  const name = key.slice(0, at).replace(/(?<=.)\+.*$/, '')
  const domain = key.slice(at + 1)
  return GMAIL.includes(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`
}
