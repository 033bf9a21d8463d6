import { PASSWORD_LENGTH_MIN } from '@petsetu/contract/people/password-rules.ts'
import { useEffect, useState } from 'react'
import { useText } from '../../../platform/languages/use-text.tsx'
import classes from './strength-hint.module.css'

type Props = {
  password: string
  /** Publicly known names of this person; a password that adds little to them is weak. */
  names: string[]
}

/** Shows the strength of a password as text and bars. It never blocks the form. */
export function StrengthHint({ password, names }: Props) {
  const text = useText()
  const { rating, common } = useRating(password !== '')
  const hint =
    password && rating ? rating.hintOf(password, [...names, 'petsetu'], rating.isOneOf(password, common)) : null
  return (
    <div className={classes.strength}>
      {password &&
        [1, 2, 3].map((level) => (
          <span key={level} className={classes.bar} data-filled={hint !== null && hint.strength >= level} />
        ))}
      <p className={classes.words} aria-live="polite">
        {hint &&
          (hint.words === 'password.tooShort' ? text(hint.words, { min: PASSWORD_LENGTH_MIN }) : text(hint.words))}
      </p>
    </div>
  )
}

type Rating = typeof import('./password-strength.ts')

let common: Promise<Set<string>> | null = null

function loadCommon(): Promise<Set<string>> {
  common ??= import('virtual:common-passwords').then(({ default: passwords }) => new Set(passwords.split(' ')))
  return common
}

/** Loads what rates a password, and the ten thousand most used ones, once somebody types; each is null until then. */
function useRating(isTyping: boolean): { rating: Rating | null; common: Set<string> | null } {
  const [rating, setRating] = useState<Rating | null>(null)
  const [passwords, setPasswords] = useState<Set<string> | null>(null)

  useEffect(() => {
    if (!isTyping) return
    // Without them hints are missing; the form still works.
    import('./password-strength.ts').then(setRating, () => {})
    loadCommon().then(setPasswords, () => {})
  }, [isTyping])

  return { rating, common: passwords }
}
