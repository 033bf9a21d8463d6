import type { Language } from '@petsetu/languages/languages.ts'
import { createI18n } from '@petsetu/languages/translator.ts'
import { hydrate, type PageParts } from './entry-public.tsx'
import { connectCalls } from './people/auth/ended-session.ts'
import { pageLanguage } from './platform/languages/page-language.ts'
import type { LoadCatalogue } from './platform/languages/page-text.ts'
import { setPageTexts } from './platform/languages/page-text.ts'
import { claimTab } from './platform/lib/own-tab.ts'

/** Hydrates a page with a form that saves in place: it makes calls, keeps what was typed in this tab, and has texts outside of its components. */
export function hydrateForm(catalogues: Record<Language, LoadCatalogue>, ...page: PageParts): Promise<void> {
  // zod reads this when the form loads its checks. Otherwise it tries to make a function from text, which the content security policy
  // reports.
  Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
  connectCalls()
  const language = pageLanguage()
  const started: LoadCatalogue = async () => {
    const [texts] = await Promise.all([catalogues[language](), claimTab()])
    setPageTexts(createI18n(language, texts.default))
    return texts
  }
  return hydrate({ ...catalogues, [language]: started }, ...page)
}
