import { compileTexts, readTexts } from '@petsetu/languages/catalogues.ts'
import { createI18n } from '@petsetu/languages/translator.ts'
import { setPageTexts } from '../src/platform/languages/page-text.ts'

// Tests of code that shows texts of the page run without a page that loads them.
setPageTexts(createI18n('en', compileTexts(readTexts('en'), 'en')))
