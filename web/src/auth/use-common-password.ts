import { useEffect, useState } from 'react'

let common: Promise<Set<string>> | null = null

function loadCommon(): Promise<Set<string>> {
  common ??= import('virtual:common-passwords').then(({ default: passwords }) => new Set(passwords.split(' ')))
  return common
}

/** Whether a password is among the ten thousand most used ones. False while their list is still on its way. */
export function useCommonPassword(password: string): boolean {
  const [passwords, setPasswords] = useState<Set<string> | null>(null)
  const isTyping = password !== ''

  useEffect(() => {
    // Without the list there is one hint less; the form works as well.
    if (isTyping) loadCommon().then(setPasswords, () => {})
  }, [isTyping])

  return passwords?.has(password.toLowerCase()) ?? false
}
