declare module 'catalogue:*' {
  import type { Catalogue } from '@petsetu/languages/translator.ts'

  const catalogue: Catalogue
  export default catalogue
}

declare module 'catalogue:rendered' {
  import type { PublicPage } from '@petsetu/contract/site/public-pages.ts'
  import type { Language } from '@petsetu/languages/languages.ts'
  import type { Catalogue } from '@petsetu/languages/translator.ts'

  const catalogues: Record<Language, Record<PublicPage['name'] | 'rendered', Catalogue>>
  export default catalogues
}
