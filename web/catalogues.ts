import { RENDERED_NAMES } from '@petsetu/contract/site/rendered-entries.ts'
import { BUNDLES, type Bundle, compileTexts, readTexts } from '@petsetu/languages/catalogues.ts'
import { LANGUAGES, type Language } from '@petsetu/languages/languages.ts'
import type { Plugin } from 'vite'

const CATALOGUE = /^catalogue:(\w+)\/(\w+)$/
const BUNDLE_NAMES = Object.keys(BUNDLES) as Bundle[]

const LOADED = /^catalogues:(\w+)$/
const RENDERED = 'catalogue:rendered'

/**
 * `import catalogues from 'catalogues:home'` gives a function for each language that loads the texts of one bundle, compiled, as a file of its own;
 * `catalogue:rendered`, for the renderer, those of every rendered page.
 */
export const catalogues: Plugin = {
  name: 'catalogues',
  resolveId: (id) => (CATALOGUE.test(id) || LOADED.test(id) || id === RENDERED ? id : null),
  load(id) {
    if (id === RENDERED) return `export default ${JSON.stringify(renderedCatalogues())}`
    const [, loaded] = LOADED.exec(id) ?? []
    if (loaded) return { code: loadersOf(loaded), map: { mappings: '' } }
    const [, wantedLanguage, wantedBundle] = CATALOGUE.exec(id) ?? []
    const language = LANGUAGES.find((name) => name === wantedLanguage)
    const bundle = BUNDLE_NAMES.find((name) => name === wantedBundle)
    if (!language || !bundle) return null
    return `export default ${JSON.stringify(textsOf(language, bundle))}`
  },
}

function loadersOf(bundle: string): string {
  const loaders = LANGUAGES.map((language) => `${language}: () => import('catalogue:${language}/${bundle}')`)
  return `export default { ${loaders.join(', ')} }`
}

const textsOf = (language: Language, bundle: Bundle) => compileTexts(readTexts(language, BUNDLES[bundle]), language)

function renderedCatalogues() {
  const bundles: Bundle[] = [...RENDERED_NAMES, 'rendered']
  return Object.fromEntries(
    LANGUAGES.map((language) => [
      language,
      Object.fromEntries(bundles.map((bundle) => [bundle, textsOf(language, bundle)])),
    ]),
  )
}
