import { hintOf } from './password-strength.ts'
import classes from './sign-in-card.module.css'
import { useCommonPassword } from './use-common-password.ts'

type Props = {
  password: string
  /** Publicly known names of this person; a password that adds little to them is weak. */
  names: string[]
}

/** Shows the strength of a password as text and bars. It never blocks the form. */
export function StrengthHint({ password, names }: Props) {
  const { strength, words } = hintOf(password, [...names, 'petsetu'], useCommonPassword(password))
  return (
    <div className={classes.strength}>
      {password &&
        [1, 2, 3].map((level) => <span key={level} className={classes.bar} data-filled={strength >= level} />)}
      <p className={classes.words} aria-live="polite">
        {password ? words : 'At least 6 characters. A short sentence is better than a hard word.'}
      </p>
    </div>
  )
}
