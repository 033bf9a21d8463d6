import { LANGUAGE_KEY, LANGUAGES, languages } from '@petsetu/languages/languages.ts'
import type { MouseEvent } from 'react'
import styles from './language-switch.module.css'
import { useLanguage, useText } from './use-text.tsx'

/** Links to this page in each language. They work without a script, as `?lang=` of the page's own address. */
export function LanguageSwitch() {
  const text = useText()
  const current = useLanguage()
  return (
    <nav aria-label={text('frame.languages')}>
      <ul className={styles.languages}>
        {LANGUAGES.map((language) => (
          <li key={language}>
            <a
              href={`?${LANGUAGE_KEY}=${language}`}
              lang={language}
              hrefLang={language}
              aria-current={language === current}
              onClick={keepAddress}
            >
              {languages[language].name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The page's own filters and its fragment stay in the address. */
function keepAddress({ currentTarget }: MouseEvent<HTMLAnchorElement>): void {
  const address = new URL(location.href)
  address.searchParams.set(LANGUAGE_KEY, currentTarget.hreflang)
  currentTarget.href = address.href
}
