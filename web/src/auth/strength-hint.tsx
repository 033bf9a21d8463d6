import { PASSWORD_LENGTH_MIN } from '@petsetu/contract/password-rules.ts'
import { useText } from '../languages/use-text.tsx'
import { HINTS, hintOf } from './password-strength.ts'
import classes from './sign-in-card.module.css'
import { useCommonPassword } from './use-common-password.ts'

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
