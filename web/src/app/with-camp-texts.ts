import { addCampTexts } from '../pets/camps/camp-catalogues.ts'
import type { LoadPage } from './load-page.ts'

/** For the pages of camps, whose texts no other page loads. */
export function withCampTexts(loadPage: LoadPage): LoadPage {
  return async () => {
    const [Page] = await Promise.all([loadPage(), addCampTexts()])
    return Page
  }
}
