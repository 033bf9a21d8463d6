import { PASSWORD_LENGTH_MIN } from '@petsetu/contract/people/password-rules.ts'
import { foldCase } from '@petsetu/contract/platform/fold-case.ts'
import { useEffect, useState } from 'react'
import { useText } from '../../platform/languages/use-text.tsx'
import { HINTS, hintOf } from './password-strength.ts'
import classes from './strength-hint.module.css'

type Props = {
  password: string
  /** Publicly known names of this person; a password that adds little to them is weak. */
  names: string[]
}

/** Shows the strength of a password as text and bars. It never blocks the form. */
export function StrengthHint({ password, names }: Props) {
  const text = useText()
  const { strength, words } = hintOf(password, [...names, 'petsetu'], useCommonPassword(password))
  const hint = words === HINTS[0] ? text(words, { min: PASSWORD_LENGTH_MIN }) : text(words)
  return (
    <div className={classes.strength}>
      {password &&
        [1, 2, 3].map((level) => <span key={level} className={classes.bar} data-filled={strength >= level} />)}
      <p className={classes.words} aria-live="polite">
        {password ? hint : text('password.hint', { min: PASSWORD_LENGTH_MIN })}
      </p>
    </div>
  )
}

let common: Promise<Set<string>> | null = null

function loadCommon(): Promise<Set<string>> {
  common ??= import('virtual:common-passwords').then(({ default: passwords }) => new Set(passwords.split(' ')))
  return common
}

/** True if a password is among the ten thousand most used ones; false while the list is loading. */
function useCommonPassword(password: string): boolean {
  const [passwords, setPasswords] = useState<Set<string> | null>(null)
  const isTyping = password !== ''

  useEffect(() => {
    // Without the list one hint is missing; the form still works.
    if (isTyping) loadCommon().then(setPasswords, () => {})
  }, [isTyping])

  return passwords?.has(foldCase(password)) ?? false
}
