import { foldCase } from '@petsetu/contract/fold-case.ts'
import { useEffect, useState } from 'react'

let common: Promise<Set<string>> | null = null

function loadCommon(): Promise<Set<string>> {
  common ??= import('virtual:common-passwords').then(({ default: passwords }) => new Set(passwords.split(' ')))
  return common
}

/** True if a password is among the ten thousand most used ones; false while the list is loading. */
export function useCommonPassword(password: string): boolean {
  const [passwords, setPasswords] = useState<Set<string> | null>(null)
  const isTyping = password !== ''

  useEffect(() => {
    // Without the list one hint is missing; the form still works.
    if (isTyping) loadCommon().then(setPasswords, () => {})
  }, [isTyping])

  return passwords?.has(foldCase(password)) ?? false
}
