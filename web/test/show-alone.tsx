import type { Language } from '@petsetu/languages/languages.ts'
import { createI18n } from '@petsetu/languages/translator.ts'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import type { LoadCatalogue } from '../src/platform/languages/page-text.ts'
import { TextProvider } from '../src/platform/languages/use-text.tsx'

/** Shows what a page that the server renders has between header and footer, in English, in a window of this width. */
export async function showAlone(
  content: ReactNode,
  catalogues: Record<Language, LoadCatalogue>,
  width = 1280,
): Promise<void> {
  document.documentElement.lang = 'en'
  const i18n = createI18n('en', (await catalogues.en()).default)
  await page.viewport(width, width < 560 ? 740 : 800)
  const place = document.createElement('main')
  // The padding that the layout gives it.
  place.style.padding = '24px 16px'
  document.body.append(place)
  const root = createRoot(place)
  onTestFinished(async () => {
    root.unmount()
    place.remove()
    await page.viewport(1280, 800)
  })
  root.render(<TextProvider i18n={i18n}>{content}</TextProvider>)
}
