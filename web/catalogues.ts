import { BUNDLES, compileTexts, readTexts } from '@petsetu/languages/catalogues.ts'
import { LANGUAGES } from '@petsetu/languages/languages.ts'
import type { Plugin } from 'vite'

const CATALOGUE = /^catalogue:(\w+)\/(\w+)$/
const BUNDLE_NAMES = Object.keys(BUNDLES) as (keyof typeof BUNDLES)[]

/** `import texts from 'catalogue:hi/home'` gives the texts of one bundle in one language, compiled, as a file of its own. */
export const catalogues: Plugin = {
  name: 'catalogues',
  resolveId: (id) => (CATALOGUE.test(id) ? id : null),
  load(id) {
    const [, wantedLanguage, wantedBundle] = CATALOGUE.exec(id) ?? []
    const language = LANGUAGES.find((name) => name === wantedLanguage)
    const bundle = BUNDLE_NAMES.find((name) => name === wantedBundle)
    if (!language || !bundle) return null
    return `export default ${JSON.stringify(compileTexts(readTexts(language, BUNDLES[bundle])))}`
  },
}
