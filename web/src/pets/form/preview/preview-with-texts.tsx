import { createI18n } from '@petsetu/languages/translator.ts'
import { pageLanguage } from '../../../languages/page-language.ts'
import { TextProvider } from '../../../languages/use-text.tsx'
import { FinderPreview, type PreviewProps } from './finder-preview.tsx'

const CATALOGUES = {
  en: () => import('catalogue:en/petDetail'),
  hi: () => import('catalogue:hi/petDetail'),
  mr: () => import('catalogue:mr/petDetail'),
}

const language = pageLanguage()
const i18n = createI18n(language, (await CATALOGUES[language]()).default)

/** The preview with the texts of the public page, which the pages of the app do not load. */
export function PreviewWithTexts(props: PreviewProps) {
  return (
    <TextProvider i18n={i18n}>
      <FinderPreview {...props} />
    </TextProvider>
  )
}
