import { LANGUAGE_KEY, LANGUAGES, languages } from '@petsetu/languages/languages.ts'
import styles from './language-switch.module.css'
import { useLanguage, useText } from './use-text.tsx'

type LanguageSwitchProps = {
  /** The start of the links: the query of this page's address without a language, which follows. */
  query?: string
}

/**
 * Links to this page in each language. They work without a script, as `?lang=` of the page's own address; `entry-first.ts` keeps the rest of
 * the address of a rendered page, and the server keeps the query of some (`page-routes.ts`).
 */
export function LanguageSwitch({ query = '?' }: LanguageSwitchProps) {
  const text = useText()
  const current = useLanguage()
  return (
    <nav aria-label={text('frame.languages')}>
      <ul className={styles.languages}>
        {LANGUAGES.map((language) => (
          <li key={language}>
            <a
              href={`${query}${LANGUAGE_KEY}=${language}`}
              lang={language}
              hrefLang={language}
              aria-current={language === current}
            >
              {languages[language].name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
