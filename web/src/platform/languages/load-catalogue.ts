import type { Catalogue } from '@petsetu/languages/translator.ts'

/** Loads the file with the texts of one bundle in one language. */
export type LoadCatalogue = () => Promise<{ default: Catalogue }>
