import catalogues from 'catalogues:camps'
import { addTexts } from '../../platform/languages/page-text.ts'

/** Loads the texts of camps, which only their pages need. */
export const addCampTexts = (): Promise<void> => addTexts(catalogues)
