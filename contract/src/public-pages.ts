import type { PublicPet } from './pets.ts'
import type { Site } from './site.ts'

/** What stands behind a tag's ID: a pet, nothing yet (the tag is blank), or nothing at all (unknown, or its pet is gone). */
export type TagView = { kind: 'pet'; pet: PublicPet } | { kind: 'blank'; petId: string } | { kind: 'missing' }

/** A page that the server renders, with everything it shows. Travels to the browser as JSON, so it is made of plain values. */
export type PublicPage = { name: 'home' } | { name: 'pet-detail'; tag: TagView }

/** The markup of a page: `head` holds its title, description and link-preview tags; `body` what hydration expects in the root. */
export type RenderedPage = { head: string; body: string }

/** The markup of a public page. */
export type RenderPublicPage = (page: PublicPage, site: Site) => RenderedPage

/** What stands in the head of every public page. */
export type RenderCommonHead = (site: Site) => string

/** Plain values that markup is made of: any text may stand where another does, everything else makes markup of its own. */
export type Facts = string | boolean | null | readonly Facts[] | { readonly [name: string]: Facts }

/** The page of a pet in two steps: what it shows, and the markup of that. */
export type PetPage<F extends Facts = Facts> = {
  factsOf: (pet: PublicPet, site: Site) => F
  render: (facts: F, site: Site) => RenderedPage
}

/** The markup of every other page: what stands in its root until the script renders there, and what follows it. */
export type RenderAppShell = (site: Site) => { root: string; after: string }

/** What the built renderer of the browser's code exports, and the server calls. */
export type Renderer = {
  renderCommonHead: RenderCommonHead
  render: RenderPublicPage
  petPage: PetPage
  renderAppShell: RenderAppShell
}

/** Ids of the elements in the page's HTML that server and browser agree on. */
export const ROOT_ID = 'root'
export const SITE_DATA_ID = 'site-data'
export const PAGE_DATA_ID = 'page-data'
