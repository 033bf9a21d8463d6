declare module 'catalogues:*' {
  import type { Language } from '@petsetu/languages/languages.ts'
  import type { LoadCatalogue } from './page-text.ts'

  const catalogues: Record<Language, LoadCatalogue>
  export default catalogues
}

declare module 'catalogue:rendered' {
  import type { PublicPage } from '@petsetu/contract/site/public-pages.ts'
  import type { Language } from '@petsetu/languages/languages.ts'
  import type { Catalogue } from '@petsetu/languages/translator.ts'

  const catalogues: Record<Language, Record<PublicPage['name'] | 'rendered', Catalogue>>
  export default catalogues
}
