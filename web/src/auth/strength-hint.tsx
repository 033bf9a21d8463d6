import { hintOf } from './password-strength.ts'
import classes from './sign-in-card.module.css'
import { useCommonPassword } from './use-common-password.ts'

type Props = {
  password: string
  /** What anybody knows of this person: a password that is little more is weak. */
  names: string[]
}

/** Says how long a guess would take, in words first; the bars are for the eye. Never stands in the way. */
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
