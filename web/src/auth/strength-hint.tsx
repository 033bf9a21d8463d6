import { strengthOf, WORDS_OF_STRENGTH } from './password-strength.ts'
import classes from './sign-in-card.module.css'

/** Says how long a guess would take, in words first; the bars are for the eye. Never stands in the way. */
export function StrengthHint({ password }: { password: string }) {
  const strength = strengthOf(password)
  return (
    <div className={classes.strength}>
      {password &&
        [1, 2, 3].map((level) => <span key={level} className={classes.bar} data-filled={strength >= level} />)}
      <p className={classes.words} aria-live="polite">
        {password ? WORDS_OF_STRENGTH[strength] : 'At least 6 characters. A short sentence is better than a hard word.'}
      </p>
    </div>
  )
}
