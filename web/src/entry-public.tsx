import { PAGE_DATA_ID, type PublicPage, ROOT_ID, SITE_DATA_ID } from '@petsetu/contract/site/public-pages.ts'
import type { Site } from '@petsetu/contract/site/site.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import { createI18n } from '@petsetu/languages/translator.ts'
import { type ReactNode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import './app/heading-font.css'
import './app/tokens.css'
import { PublicLayout } from './app/public/public-layout.tsx'
import { startSession } from './people/auth/session.ts'
import { pageLanguage } from './platform/languages/page-language.ts'
import type { LoadCatalogue } from './platform/languages/page-text.ts'
import { TextProvider } from './platform/languages/use-text.tsx'

/** The page, and for one whose address holds a secret its languages, as the server has rendered them. */
export type PageParts = [
  render: (page: PublicPage, site: Site) => ReactNode,
  languages?: (page: PublicPage) => ReactNode,
]

/** Hydrates a page that the server rendered, with the data in the page, so that nothing is fetched twice. */
export async function hydrate(
  catalogues: Record<Language, LoadCatalogue>,
  ...[render, languages]: PageParts
): Promise<void> {
  const language = pageLanguage()
  const { default: catalogue } = await catalogues[language]()
  const i18n = createI18n(language, catalogue)
  const page = readData<PublicPage>(PAGE_DATA_ID)
  const site = readData<Site>(SITE_DATA_ID)
  startSession()
  const root = elementById(ROOT_ID)
  const fromServer = root.innerHTML
  const shown = (
    <TextProvider i18n={i18n}>
      <PublicLayout site={site} languages={languages?.(page)}>
        {render(page, site)}
      </PublicLayout>
    </TextProvider>
  )
  root.dataset.live = ''
  // A transition is worked off in small parts, between which the page answers.
  startTransition(() => {
    hydrateRoot(root, shown, {
      onUncaughtError(error) {
        console.error('Not hydrated:', error)
        // React has emptied the page after an error. The server's markup still shows a finder the phone number.
        root.innerHTML = fromServer
      },
    })
  })
}

function readData<T>(id: string): T {
  return JSON.parse(elementById(id).textContent) as T
}

function elementById(id: string): HTMLElement {
  const element = document.getElementById(id)
  if (!element) throw new Error(`No element #${id}`)
  return element
}
