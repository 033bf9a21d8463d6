import type { PublicPage } from '@petsetu/contract/site/public-pages.ts'
import type { Site } from '@petsetu/contract/site/site.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import { createI18n } from '@petsetu/languages/translator.ts'
import type { ReactNode } from 'react'
import { hydrate } from './entry-public.tsx'
import { connectCalls } from './people/auth/connect-calls.ts'
import type { LoadCatalogue } from './platform/languages/load-catalogue.ts'
import { setPageTexts } from './platform/languages/page-text.ts'
import { claimTab } from './platform/lib/own-tab.ts'

/** Hydrates a page with a form that saves in place: it makes calls, keeps what was typed in this tab, and has texts outside of its components. */
export function hydrateForm(
  catalogues: Record<Language, LoadCatalogue>,
  render: (page: PublicPage, site: Site) => ReactNode,
): Promise<void> {
  // zod reads this when the form loads its checks. Otherwise it tries to make a function from text, which the content security policy
  // reports.
  Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
  connectCalls()
  const started = (language: Language): LoadCatalogue => {
    return async () => {
      const [texts] = await Promise.all([catalogues[language](), claimTab()])
      setPageTexts(createI18n(language, texts.default))
      return texts
    }
  }
  return hydrate({ en: started('en'), hi: started('hi'), mr: started('mr') }, render)
}
