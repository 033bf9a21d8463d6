declare module 'catalogue:*' {
  import type { Catalogue } from '@petsetu/languages/translator.ts'

  const catalogue: Catalogue
  export default catalogue
}
