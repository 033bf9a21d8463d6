import { LANGUAGE_KEY, LANGUAGES, languages } from '@petsetu/languages/languages.ts'
import classes from './language-form.module.css'
import styles from './language-switch.module.css'
import { useLanguage, useText } from './use-text.tsx'

/**
 * The languages of a page whose address holds a secret. A link to the page in another language would lose it where no script runs: a form
 * sends `token` along, and browsers keep the part of the address behind the #.
 */
export function LanguageForm({ token = null }: { token?: string | null }) {
  const text = useText()
  const current = useLanguage()
  return (
    <nav aria-label={text('frame.languages')}>
      <form className={styles.languages}>
        {token !== null && <input type="hidden" name="token" value={token} />}
        {LANGUAGES.map((language) => (
          // biome-ignore lint/a11y/useSemanticElements: it leads to a page, as the links of all other pages do, and sends the form.
          <button
            key={language}
            className={classes.language}
            type="submit"
            role="link"
            name={LANGUAGE_KEY}
            value={language}
            lang={language}
            aria-current={language === current}
          >
            {languages[language].name}
          </button>
        ))}
      </form>
    </nav>
  )
}
